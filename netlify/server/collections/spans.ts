import { StorageDown } from '#server/storage/faults.ts'
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
/** Where so many come before the span, it is found by more digits. */
const LONG = 1_000

/** What was listed of a span, in order, and the id up to which that is all. */
type Listed = { entries: kv.Entry[]; to: string }

/** The entries below `root` ("rec/contact-submissions/") whose ids lie within the span, in order. */
export const entriesIn = async (root: string, span: Span): Promise<kv.Entry[]> =>
  (await newestIn(root, span, () => true)).entries

/** The newest of them: as many listings as it takes to find some, and further ones while `isMore`. */
export async function newestIn(root: string, span: Span, isMore: () => boolean): Promise<Listed> {
  const entries: kv.Entry[] = []
  let isEnough = false
  for await (const { page, to } of pagesIn(root, commonDigits(span), span)) {
    if (page) isEnough = !isMore()
    entries.push(...(page ?? []).filter(({ key }) => isWithin(span, idOf(key))))
    if (isEnough && to > span.from && to < span.to) return { entries, to }
  }
  return { entries, to: span.to }
}

/**
 * The pages of a listing that may hold the span, and up to which id that is all. The store lists in
 * order, so the newest come first.
 */
async function* pagesIn(
  root: string,
  digits: string,
  span: Span,
): AsyncGenerator<{ page?: kv.Entry[]; to: string }> {
  let before = ''
  for await (const page of kv.listPages(root + digits)) {
    // Whoever ends at a page takes what comes behind it for older.
    if (page.some(({ key }, i) => key <= (page[i - 1]?.key ?? before))) {
      throw new StorageDown('A listing is out of order.')
    }
    before = page.at(-1)?.key ?? before
    const last = idOf(before)
    const isBehind = last < span.from && page.length >= LONG && digits.length < DIGITS
    yield { page, to: last && `${last}~` }
    if (last >= span.to) return
    if (!isBehind) continue
    for (const longer of longerOf(digits, span)) yield* pagesIn(root, longer, span)
    return
  }
  yield { to: `${digits}${OLDEST}` }
}

/** The digits that all ids of the span begin with. */
function commonDigits({ from, to }: Span): string {
  const last = to.replace(OLDEST, '9'.repeat(DIGITS))
  let digits = Math.min(DIGITS, last.length)
  while (!from.padEnd(DIGITS, '0').startsWith(last.slice(0, digits))) digits--
  return last.slice(0, digits)
}

/** The beginnings of the span's ids that are one digit longer. */
const longerOf = (digits: string, { from, to }: Span): string[] =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).filter(
    (longer) => longer >= from.slice(0, longer.length) && longer <= to.slice(0, longer.length),
  )
