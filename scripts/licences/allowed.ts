/** The licences that shipped packages may have, by SPDX name. None asks to open other code. */
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

/** Whether an SPDX expression allows use: one side of an `OR`, every side of an `AND`. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED.has(one)))
}
