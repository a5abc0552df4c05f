/** An answer of any kind as text; empty without one. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
