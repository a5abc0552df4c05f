/** Where a text of a JSON body stands: its first byte, and the quote behind it. */
type Place = { start: number; end: number }

/**
 * Where the text under this name stands, if the first one is written plainly: behind the colon at
 * once, and without escapes. Inside of a text a quote is escaped, so no text holds what is looked for.
 */
export function findPlainText(body: Buffer, name: string): Place | undefined {
  const head = `"${name}":"`
  const at = body.indexOf(head)
  if (at < 0) return undefined
  const start = at + head.length
  const end = body.indexOf('"', start)
  const isPlain = end >= 0 && !body.subarray(start, end).includes('\\')
  return isPlain ? { start, end } : undefined
}
