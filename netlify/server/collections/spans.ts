import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { isSentinel, makeSentinel, provenIfEmpty } from '#server/storage/sentinel.ts'
import type { Collection } from './collection.ts'
import { goneKey, idOf, recordKey, stateKey } from './keys.ts'

/**
 * Ids from one (included) to another (not). Ids count down with the time: the newest is first, and
 * what is after an id is older.
 */
export type Span = { from: string; to: string }

/** Before and after all ids. */
export const NEWEST = ''
export const OLDEST = '~'

export const isWithin = ({ from, to }: Span, id: string) => id >= from && id < to

const DIGITS = 13
/** A listing begins at a prefix. After this many entries before the span it begins anew, one digit on. */
const LONG = 1_000

/** The entries are complete up to the id `to`. `isBare`: none, and some listing had no key at all. */
type Listed = { entries: kv.Entry[]; to: string; isBare: boolean }

/** The entries below `root` ("rec/contact-submissions/") whose ids lie within the span, in order. */
export const entriesIn = async (root: string, span: Span): Promise<kv.Entry[]> =>
  (await newestIn(root, span, () => true)).entries

/** The newest of them: reads pages until some are found, and more while `isMore`. */
export async function newestIn(
  root: string,
  span: Span,
  isMore: (found: number) => boolean = () => false,
  digits = commonDigits(span),
): Promise<Listed> {
  const entries: kv.Entry[] = []
  let [isEnough, hasBare] = [false, false]
  const listed = (to: string) => ({ entries, to, isBare: hasBare && entries.length === 0 })
  for await (const { page, to, isBare } of pagesIn(root, digits, span)) {
    if (isBare) hasBare = true
    entries.push(...(page ?? []).filter(({ key }) => isWithin(span, idOf(key))))
    if (page) isEnough = !isMore(entries.length)
    if (isEnough && to > span.from && to < span.to) return listed(to)
  }
  return listed(span.to)
}

/** Like `newestIn`; that there are none is believed only if the store proves it. */
export const newestProven = (root: string, span: Span): Promise<Listed> =>
  provenIfEmpty(
    root,
    () => newestIn(root, span),
    ({ isBare }) => isBare,
  )

/** The pages of a listing that may hold the span, in order. */
async function* pagesIn(
  root: string,
  digits: string,
  span: Span,
): AsyncGenerator<{ page?: kv.Entry[]; to: string; isBare?: boolean }> {
  let before = ''
  let isBare = true
  for await (const listed of kv.listPages(root + digits)) {
    if (listed.length > 0) isBare = false
    const page = listed.filter(({ key }) => !isSentinel(key))
    // A reader that stops after this page takes all other entries for older.
    if (page.some(({ key }, i) => key <= (page[i - 1]?.key ?? before))) {
      throw new StorageDown('A listing is out of order.')
    }
    before = page.at(-1)?.key ?? before
    const last = idOf(before)
    const isBehind = last < span.from && listed.length >= LONG && digits.length < DIGITS
    yield { page, to: last && `${last}~` }
    if (last >= span.to) return
    if (!isBehind) continue
    for (const longer of longerOf(digits, span)) yield* pagesIn(root, longer, span)
    return
  }
  yield { to: `${digits}${OLDEST}`, isBare }
}

function commonDigits({ from, to }: Span): string {
  const last = to.replace(OLDEST, '9'.repeat(DIGITS))
  let digits = Math.min(DIGITS, last.length)
  while (!from.padEnd(DIGITS, '0').startsWith(last.slice(0, digits))) digits--
  return last.slice(0, digits)
}

const longerOf = (digits: string, { from, to }: Span): string[] =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).filter(
    (longer) => longer >= from.slice(0, longer.length) && longer <= to.slice(0, longer.length),
  )

export async function listSpan({ name }: Pick<Collection, 'name'>, span: Span) {
  const [records, removals, states] = await Promise.all([
    entriesIn(recordKey(name, ''), span),
    entriesIn(goneKey(name, ''), span),
    entriesIn(stateKey(name, ''), span),
  ])
  const found = known(records, removals, states)
  const all = [...records, ...states].map(({ key }) => idOf(key))
  /** Removed ids that are not fully erased. */
  const leftovers = all.filter((id) => found.removed.has(id))
  return { ...found, leftovers }
}

/** The keys of records that were not removed, the etag of each state, and the removed ids. */
function known(
  records: readonly kv.Entry[],
  removals: readonly kv.Entry[],
  states: readonly kv.Entry[],
) {
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  return {
    keys: records.map(({ key }) => key).filter((key) => !removed.has(idOf(key))),
    states: new Map(states.map(({ key, etag }) => [idOf(key), etag])),
    removed,
  }
}

type Limit = { pages: number; isMore: () => boolean; listsChanges?: boolean; isOpen?: boolean }

/**
 * Lists the newest records of a span, up to the id `to`: at most this many `pages` of each kind of
 * keys, while `isMore`. Without `listsChanges` it lists no removals and states: the caller knows the few
 * changed records, and reads them itself.
 */
export async function listNewest(
  { name }: Collection,
  span: Span,
  { pages, isMore, listsChanges = true, isOpen = false }: Limit,
) {
  const listed = (root: string, some: Span, digits?: string) => {
    let read = 0
    return newestIn(root, some, () => ++read < pages && isMore(), digits)
  }
  const root = recordKey(name, '')
  let records = await listed(root, span)
  if (isOpen && records.isBare) {
    // Nothing else tells of new records. Below the root alone a key is always listed.
    const again = () => listed(root, span, '')
    // It is paid for like a further page.
    isMore()
    records = await again()
    if (records.isBare) {
      await makeSentinel(root)
      records = await again()
    }
    if (records.isBare) throw new StorageDown('A listing lacks a key that is there.')
  }
  const [first] = records.entries
  if (!first || !listsChanges) return { ...known(records.entries, [], []), to: records.to }
  const own = { from: idOf(first.key), to: records.to }
  const [gone, touched] = await Promise.all([
    listed(goneKey(name, ''), own),
    listed(stateKey(name, ''), own),
  ])
  const to = gone.to < touched.to ? gone.to : touched.to
  const some = records.entries.filter(({ key }) => idOf(key) < to)
  return { ...known(some, gone.entries, touched.entries), to }
}
