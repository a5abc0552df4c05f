/** Where a text of a JSON body stands: its first byte, and the quote behind it. */
type Place = { start: number; end: number }

/** Between a name and its text: a colon, and what space some programs put there. */
const COLON = /^\s{0,9}:\s{0,9}"/
const MOST_BETWEEN = 20

/** Where the first text of this name stands, unless it has escapes: inside a text quotes have them. */
export function findPlainText(body: Buffer, name: string): Place | undefined {
  const behind = body.indexOf(`"${name}"`) + name.length + 2
  const [colon] = COLON.exec(body.toString('latin1', behind, behind + MOST_BETWEEN)) ?? []
  if (behind < name.length + 2 || !colon) return undefined
  const start = behind + colon.length
  const end = body.indexOf('"', start)
  const isPlain = end >= 0 && !body.subarray(start, end).includes('\\')
  return isPlain ? { start, end } : undefined
}
