import type { Collection } from '../collection.ts'
import { countLive, removals, type LiveCount } from '../count-live.ts'
import { growIndex } from './grow-index.ts'
import { knownRows, type KnownRows } from './known-rows.ts'
import { rowReader, type RowReader } from './row-reader.ts'
import type { Row } from './row.ts'
import { addedIn, eraseRows, segmentSize } from './segments.ts'
import { isOpen } from '../counts.ts'

/** How many records are in the index, of how many; both count the removed ones. */
export type Indexed = { done: number; of: number }

/** What a crash left of removed records goes a few segments at a time. */
const SWEPT_AT_ONCE = 5

/**
 * The rows of all records of a collection, as far as the index goes. It is made as it is asked for, a
 * portion per request, the newest first: while `done` is below `of`, asking again brings more.
 */
export async function rowsOf(collection: Collection): Promise<{ rows: Row[]; indexed: Indexed }> {
  const { name } = collection
  const reader = rowReader(collection)
  const counted = await countLive(name)
  const known = await knownRows(reader)
  known.open = await openRows(known, counted, reader)
  const hasGrown = await growIndex(known, counted, reader)
  // Whoever removes a record looks for its row after that; whoever stores a row looks for removals
  // after that. So one of the two finds the other.
  const removed = hasGrown ? await removals(name) : counted.removed
  await sweep(name, known, removed)
  return gather(known, { ...counted, removed })
}

/** What was added in the last hour or so is in no segment yet. */
async function openRows({ open }: KnownRows, { openIds, removed }: LiveCount, reader: RowReader) {
  const wanted = openIds.filter((id) => !removed.has(id))
  const rows = wanted.flatMap((id) => open.get(id) ?? [])
  const missing = wanted.filter((id) => !open.has(id))
  await reader.read(missing, rows)
  return new Map(rows.map((row) => [row.id, row]))
}

async function sweep(name: string, { segments }: KnownRows, removed: ReadonlySet<string>) {
  if (removed.size === 0) return
  const stale = [...segments].filter(([, { rows }]) => rows.some(({ id }) => removed.has(id)))
  await Promise.allSettled(
    stale.slice(0, SWEPT_AT_ONCE).map(([number]) => eraseRows(name, number, removed)),
  )
}

function gather({ segments, open }: KnownRows, { counts, openIds, removed }: LiveCount) {
  const closed = addedIn(counts)
  const rows = [[...open.values()].filter(({ id }) => !removed.has(id))]
  let done = openIds.filter((id) => open.has(id) || removed.has(id)).length
  for (let number = 0; number * segmentSize() < closed; number++) {
    const segment = segments.get(number)
    if (!segment) continue
    done += Math.min(segment.added, segmentSize(), closed - number * segmentSize())
    // Another instance may have closed more of the time than this count did.
    rows.push(segment.rows.filter(({ id }) => !removed.has(id) && !isOpen(counts, id)))
  }
  return { rows: rows.flat(), indexed: { done, of: closed + openIds.length } }
}
