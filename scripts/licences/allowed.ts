/** The allowed SPDX names. None of these licences asks to publish other code. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Accepts an SPDX expression if one side of an `OR`, or every side of an `AND`, is allowed. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED.has(one)))
}
