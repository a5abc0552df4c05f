import type { Entry } from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { goneKey, idOf, recordKey, stateKey } from '../keys.ts'
import { entriesIn, newestIn, type Span } from '../spans.ts'

/** Everything that the keys say of a span of ids. */
export async function gapIn({ name }: Collection, span: Span) {
  const [records, removals, states] = await Promise.all([
    entriesIn(recordKey(name, ''), span),
    entriesIn(goneKey(name, ''), span),
    entriesIn(stateKey(name, ''), span),
  ])
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  /** Removed ids that are not fully erased. */
  const leftovers = [...records, ...states].map(({ key }) => idOf(key))
  return {
    ...known(records, removals, states),
    removed,
    leftovers: leftovers.filter((id) => removed.has(id)),
  }
}

/** The keys of the records that were not removed, and the etag of each state. */
function known(records: readonly Entry[], removals: readonly Entry[], states: readonly Entry[]) {
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  return {
    keys: records.map(({ key }) => key).filter((key) => !removed.has(idOf(key))),
    states: new Map(states.map(({ key, etag }) => [idOf(key), etag])),
  }
}

/**
 * The newest records of a span, up to the id `to`: at most so many `pages` of each kind of keys, while
 * there `isMore`. Without `isTouched` nothing was done with them.
 */
export async function newestOf(
  { name }: Collection,
  span: Span,
  {
    pages,
    isMore,
    isTouched = true,
  }: { pages: number; isMore: () => boolean; isTouched?: boolean },
) {
  const listed = (root: string, some: Span) => {
    let read = 0
    return newestIn(root, some, () => ++read < pages && isMore())
  }
  const records = await listed(recordKey(name, ''), span)
  const [first] = records.entries
  if (!first || !isTouched) return { ...known(records.entries, [], []), to: records.to }
  const own = { from: idOf(first.key), to: records.to }
  const [gone, touched] = await Promise.all([
    listed(goneKey(name, ''), own),
    listed(stateKey(name, ''), own),
  ])
  const to = gone.to < touched.to ? gone.to : touched.to
  const some = records.entries.filter(({ key }) => idOf(key) < to)
  return { ...known(some, gone.entries, touched.entries), to }
}
