import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { goneKey, idOf, recordKey, stateKey } from '../keys.ts'
import { newestIn, type Span } from '../spans.ts'

/** What the keys say of a span of ids. */
type Gap = {
  /** They say it of the ids up to this one. */
  to: string
  /** The keys of the records that were not removed, in order. */
  keys: string[]
  /** The etag of each state, by id. */
  states: ReadonlyMap<string, string>
  /** Records that were removed, and those of them of which something is left. */
  removed: ReadonlySet<string>
  leftovers: string[]
}

/** What a span may hold beside records, where that is known already. */
type Kinds = { removals?: boolean; states?: boolean }

/** Everything that is there within a span, by its keys alone; of a long one the newest part. */
export async function gapIn<F extends Form>(
  { name }: Collection<F>,
  span: Span,
  { removals = true, states = true }: Kinds = {},
  isMore: () => boolean = () => true,
): Promise<Gap> {
  const nothing = { entries: [], to: span.to }
  const listed = await Promise.all([
    newestIn(recordKey(name, ''), span, isMore),
    removals ? newestIn(goneKey(name, ''), span, isMore) : nothing,
    states ? newestIn(stateKey(name, ''), span, isMore) : nothing,
  ])
  const to = listed.map((one) => one.to).sort()[0] ?? span.to
  const [records = [], gone = [], touched = []] = listed.map(({ entries }) =>
    entries.filter(({ key }) => idOf(key) < to),
  )
  const removed = new Set(gone.map(({ key }) => idOf(key)))
  const keys = records.map(({ key }) => key)
  return {
    to,
    removed,
    keys: keys.filter((key) => !removed.has(idOf(key))),
    states: new Map(touched.map(({ key, etag }) => [idOf(key), etag])),
    leftovers: [...keys, ...touched.map(({ key }) => key)]
      .map(idOf)
      .filter((id) => removed.has(id)),
  }
}
