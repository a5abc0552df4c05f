import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { goneKey, idOf, recordKey, stateKey } from '../keys.ts'
import { entriesIn, type Span } from '../spans.ts'

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

/** Everything that is there within a span, by its keys alone. */
export async function gapIn<F extends Form>(
  { name }: Collection<F>,
  span: Span,
  kinds: Kinds = { removals: true, states: true },
): Promise<Gap> {
  const [records, removals, states] = await Promise.all([
    entriesIn(recordKey(name, ''), span),
    kinds.removals ? entriesIn(goneKey(name, ''), span) : [],
    kinds.states ? entriesIn(stateKey(name, ''), span) : [],
  ])
  const removed = new Set(removals.map(({ key }) => idOf(key)))
  const keys = records.map(({ key }) => key)
  return {
    removed,
    keys: keys.filter((key) => !removed.has(idOf(key))),
    states: new Map(states.map(({ key, etag }) => [idOf(key), etag])),
    leftovers: [...keys, ...states.map(({ key }) => key)].map(idOf).filter((id) => removed.has(id)),
  }
}
