import type * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { goneKey, idOf, recordKey, stateKey } from '../keys.ts'
import { entriesIn, newestIn, type Span } from '../spans.ts'

/** What the keys say of a span of ids. */
type Gap = {
  /** The keys of the records that were not removed, in order. */
  keys: string[]
  /** The etag of each state, by id. */
  states: ReadonlyMap<string, string>
  removed: ReadonlySet<string>
  /** Removed ids that are not fully erased. */
  leftovers: string[]
}

/** Everything that is there within a span, by its keys alone. */
export async function gapIn({ name }: Collection, span: Span): Promise<Gap> {
  const roots = [recordKey(name, ''), goneKey(name, ''), stateKey(name, '')]
  const [records = [], removals = [], states = []] = await Promise.all(
    roots.map((root) => entriesIn(root, span)),
  )
  return gapOf(records, removals, states)
}

/**
 * The newest records of a span: at most so many `pages`, while there `isMore`; `to` says up to which
 * id that is all. What was done with them is listed only where that `isTouched`.
 */
export async function newestOf(
  { name }: Collection,
  span: Span,
  { pages, isMore, isTouched = true }: { pages: number; isMore: () => boolean; isTouched?: boolean },
): Promise<Pick<Gap, 'keys' | 'states'> & { to: string }> {
  const listed = (root: string, some: Span) => {
    let read = 0
    return newestIn(root, some, () => ++read < pages && isMore())
  }
  const records = await listed(recordKey(name, ''), span)
  const [first] = records.entries
  if (!first) return { keys: [], states: new Map(), to: records.to }
  const own = { from: idOf(first.key), to: records.to }
  const [gone, touched] = isTouched
    ? await Promise.all([listed(goneKey(name, ''), own), listed(stateKey(name, ''), own)])
    : [{ entries: [], to: own.to }, { entries: [], to: own.to }]
  const to = gone.to < touched.to ? gone.to : touched.to
  const known = records.entries.filter(({ key }) => idOf(key) < to)
  return { ...gapOf(known, gone.entries, touched.entries), to }
}

function gapOf(
  records: readonly kv.Entry[],
  removals: readonly kv.Entry[],
  states: readonly kv.Entry[],
): Gap {
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  const keys = records.map(({ key }) => key)
  return {
    removed,
    keys: keys.filter((key) => !removed.has(idOf(key))),
    states: new Map(states.map(({ key, etag }) => [idOf(key), etag])),
    leftovers: [...keys, ...states.map(({ key }) => key)].map(idOf).filter((id) => removed.has(id)),
  }
}
