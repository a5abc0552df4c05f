/**
 * The licences that what we ship may have, by their SPDX names: all of them let it be used and passed on
 * without opening what is beside it. The only place where this is decided.
 */
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

/**
 * Whether an SPDX expression leaves a way to use what is under it: of an `OR` one side is enough, of
 * an `AND` each is needed. An expression of any other kind is not allowed before somebody reads it.
 */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED.has(one)))
}
