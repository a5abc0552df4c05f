import * as kv from '#server/storage/kv.ts'
import { idOf } from './keys.ts'

/** Ids from one (included) to another (not): text in ascending order, so the newest come first. */
export type Span = { from: string; to: string }

/** Before and behind all ids. */
export const NEWEST = ''
export const OLDEST = '~'

export const isWithin = ({ from, to }: Span, id: string) => id >= from && id < to

/** The digits of an id's time. */
const DIGITS = 13
/** A span is listed by at most so many beginnings of ids, and what lies beside it is left out. */
const MOST_PREFIXES = 2
/** A listing of so many goes on side by side: the pages of one come one after the other. */
const LONG = 1_000
/** … by all beginnings that are so many digits longer. */
const PART_DIGITS = 2

/** The entries below `root` ("rec/contact-submissions/") whose ids lie within the span, in order. */
export async function entriesIn(root: string, span: Span): Promise<kv.Entry[]> {
  const listed = await Promise.all(prefixesOf(span).map((digits) => listBelow(root, digits, span)))
  return listed.flat().filter(({ key }) => isWithin(span, idOf(key)))
}

/** The shortest list of leading digits that all ids of the span begin with one of. */
function prefixesOf({ from, to }: Span): string[] {
  const [first, last] = [
    from.slice(0, DIGITS).padEnd(DIGITS, '0'),
    to.replace(OLDEST, '9'.repeat(DIGITS)),
  ]
  for (let digits = DIGITS; digits > 0; digits--) {
    const [low, high] = [Number(first.slice(0, digits)), Number(last.slice(0, digits))]
    if (high - low >= MOST_PREFIXES) continue
    return Array.from({ length: high - low + 1 }, (_, i) => String(low + i).padStart(digits, '0'))
  }
  return ['']
}

async function listBelow(root: string, digits: string, span: Span): Promise<kv.Entry[]> {
  const entries: kv.Entry[] = []
  for await (const page of kv.listPages(root + digits)) {
    entries.push(...page)
    if (page.length < LONG || digits.length + PART_DIGITS > DIGITS) continue
    const parts = partsOf(digits).filter((part) => mayHold(part, span))
    return (await Promise.all(parts.map((part) => listBelow(root, part, span)))).flat()
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** All beginnings of ids that are so many digits longer. */
const partsOf = (digits: string): string[] =>
  Array.from({ length: 10 ** PART_DIGITS }, (_, i) => digits + String(i).padStart(PART_DIGITS, '0'))

const mayHold = (digits: string, { from, to }: Span): boolean =>
  digits >= from.slice(0, digits.length) && digits <= to.slice(0, digits.length)
