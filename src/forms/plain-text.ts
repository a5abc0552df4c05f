/** An answer of any kind as text. A missing answer is empty text. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
