import { HttpError } from './http-error.ts'

/**
 * What is asked of JSON before it is parsed. A parser takes a second for six megabytes of brackets;
 * what our pages send is one object, with one text in it that may be long: a file in base64.
 */

/** Objects and arrays in each other, the outermost one counted. */
const DEEPEST = 8
/** Brackets, commas, keys and texts: some fifty make a form. */
const MOST_PARTS = 2_000
/** Characters of text with escapes in it; more than all answers of a form have. A file has none. */
const MOST_ESCAPED = 98_304

/** What means something outside of texts, and how much deeper what follows it lies. */
const STEPS: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** 400 for JSON that is nested deeper, or made of more parts, than any body of ours; linear in its length. */
export function requireShallow(json: string): void {
  const marks = /[[\]{}",]/g
  const seen = { depth: 0, parts: 0, escaped: 0 }
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    seen.parts++
    seen.depth += STEPS[mark[0]] ?? 0
    if (mark[0] === '"') marks.lastIndex = endOfText(json, marks.lastIndex, seen)
    if (seen.depth > DEEPEST) throw new HttpError(400, 'The request body is nested too deep.')
    if (seen.parts > MOST_PARTS) throw tooManyParts()
  }
}

/** The place behind the text that goes on here; its escapes are added to what was seen. */
function endOfText(json: string, start: number, seen: { escaped: number }): number {
  for (let from = start; ;) {
    const end = json.indexOf('"', from)
    // The parser will say so.
    if (end < 0) return json.length
    const piece = json.slice(from, end)
    if (piece.includes('\\')) seen.escaped += piece.length + 1
    if (seen.escaped > MOST_ESCAPED) throw tooManyParts()
    if (backslashesAtEnd(piece) % 2 === 0) return end + 1
    from = end + 1
  }
}

function backslashesAtEnd(piece: string): number {
  let at = piece.length
  while (at > 0 && piece[at - 1] === '\\') at--
  return piece.length - at
}

const tooManyParts = () => new HttpError(400, 'The request body has too many parts.')
