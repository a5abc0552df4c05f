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
  /** Records that were removed, and those of them of which something is left. */
  removed: ReadonlySet<string>
  leftovers: string[]
}

/** What a span may hold beside records, where that is known already. */
type Kinds = { removals: boolean; states: boolean }

/** How much is listed of a span: so many pages of each kind at most, for as long as there `isMore`. */
type Limit = { pages: number; isMore: () => boolean }

/** Everything that is there within a span, by its keys alone. */
export async function gapIn({ name }: Collection, span: Span): Promise<Gap> {
  const roots = [recordKey(name, ''), goneKey(name, ''), stateKey(name, '')]
  const [records = [], removals = [], states = []] = await Promise.all(
    roots.map((root) => entriesIn(root, span)),
  )
  return gapOf(records, removals, states)
}

/** The newest records of a span, and what was done with them. `to` says up to which id. */
export async function newestOf(
  { name }: Collection,
  span: Span,
  limit: Limit,
  { removals, states }: Kinds = { removals: true, states: true },
): Promise<Pick<Gap, 'keys' | 'states'> & { to: string }> {
  const listed = (root: string, some: Span) => {
    let pages = 0
    return newestIn(root, some, () => ++pages < limit.pages && limit.isMore())
  }
  const records = await listed(recordKey(name, ''), span)
  const [first] = records.entries
  if (!first) return { keys: [], states: new Map(), to: records.to }
  const own = { from: idOf(first.key), to: records.to }
  const nothing = { entries: [], to: own.to }
  const [gone, touched] = await Promise.all([
    removals ? listed(goneKey(name, ''), own) : nothing,
    states ? listed(stateKey(name, ''), own) : nothing,
  ])
  const to = gone.to < touched.to ? gone.to : touched.to
  const known = records.entries.filter(({ key }) => idOf(key) < to)
  const { keys, states: etags } = gapOf(known, gone.entries, touched.entries)
  return { keys, states: etags, to }
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
