/** A text in a JSON body: its first byte, and the quote after it. */
type Range = { start: number; end: number }

/** Between a name and its text: a colon, maybe with spaces. */
const COLON = /^\s{0,9}:\s{0,9}"/
const MOST_BETWEEN = 20

/** Finds the first text of this name, unless it has escapes, such as those of quotes. */
export function findPlainText(body: Buffer, name: string): Range | undefined {
  const after = body.indexOf(`"${name}"`) + name.length + 2
  const [colon] = COLON.exec(body.toString('latin1', after, after + MOST_BETWEEN)) ?? []
  if (after < name.length + 2 || !colon) return undefined
  const start = after + colon.length
  const end = body.indexOf('"', start)
  const isPlain = end >= 0 && !body.subarray(start, end).includes('\\')
  return isPlain ? { start, end } : undefined
}
