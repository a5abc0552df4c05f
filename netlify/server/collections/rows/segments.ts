import * as kv from '#server/storage/kv.ts'
import { idsBelow, recordKey } from '../record-keys.ts'
import type { KeptRow } from './row.ts'
import { isOpen, type Counts } from '../counts.ts'

/**
 * The index of a collection: what a search and a sort look at of every record whose time is over,
 * in segments that are read whole. It is a pure cache, made from the records alone.
 *
 *     index/<name>/<n>    rows of the added records number n × size to (n + 1) × size
 *
 * The oldest record is number 0, and a removed one keeps its number: so what belongs into a segment
 * never changes, and each one is built, lost and built again on its own. Only rows of removed
 * records leave it.
 */
export type Segment = {
  /** What the rows hold, in order. */
  fields: string[]
  /** So many of the segment's records are in, or were removed; the others are still to come. */
  added: number
  rows: KeptRow[]
}

/** A segment, or null for what is none: a cache is not trusted to be whole. */
export function asSegment(value: unknown): Segment | null {
  const { fields, added, rows } = (value ?? {}) as Partial<Segment>
  const isWhole = Array.isArray(fields) && Number.isInteger(added) && Array.isArray(rows)
  return isWhole && rows.every(Array.isArray) ? (value as Segment) : null
}

/** Records per segment: a hundred thousand are read at once, and one is two megabytes or three. */
let size = 20_000
/** Records per segment at present. */
export const segmentSize = () => size

/** Tests of many segments make small ones. */
export function useSegmentSize(records: number): void {
  size = records
}

/** Where a segment is kept; without a number, what such keys start with. */
export const segmentKey = (name: string, number: number | '') => `index/${name}/${number}`

/** How many records the counts' runs hold. */
export const addedIn = (counts: Counts) => counts.runs.reduce((sum, [, added]) => sum + added, 0)

/** The runs with the numbers of their records, oldest first. */
function* numbered(counts: Counts) {
  let from = 0
  for (const [prefix, added] of counts.runs.toReversed()) {
    yield { prefix, from, to: from + added }
    from += added
  }
}

/** The ids with these numbers, the removed ones too. */
export async function idsNumbered(
  name: string,
  counts: Counts,
  removed: ReadonlySet<string>,
  range: { from: number; to: number },
): Promise<string[]> {
  const runs = [...numbered(counts)].filter(({ from, to }) => from < range.to && to > range.from)
  const gone = [...removed]
  const listed = await Promise.all(
    runs.map(async ({ prefix }) => {
      const ids = [
        ...(await idsBelow(recordKey(name, prefix))),
        ...gone.filter((id) => id.startsWith(prefix)),
      ]
      return [...new Set(ids)].sort().reverse()
    }),
  )
  const start = runs[0]?.from ?? 0
  return listed.flat().slice(range.from - start, range.to - start)
}

/** Erases a removed record's row, if it is in the index already. */
export async function forgetRow(name: string, id: string): Promise<void> {
  // Only countLive writes there.
  const counts = (await kv.get(`counts/${name}`))?.value as Counts | undefined
  // Who makes a segment now looks for removals once more when it is stored.
  if (!counts || isOpen(counts, id)) return
  const run = [...numbered(counts)].find(({ prefix }) => id.startsWith(prefix))
  if (!run) return
  for (let number = Math.floor(run.from / size); number * size < run.to; number++) {
    await eraseRows(name, number, new Set([id]))
  }
}

/** Erases the rows of these records from a segment. */
export async function eraseRows(
  name: string,
  number: number,
  ids: ReadonlySet<string>,
): Promise<void> {
  const key = segmentKey(name, number)
  for (;;) {
    const found = await kv.get(key)
    if (!found) return
    const segment = asSegment(found.value)
    if (!segment) return kv.remove(key)
    const rows = segment.rows.filter(([id]) => !ids.has(id))
    if (rows.length === segment.rows.length) return
    if (await kv.replace(key, { ...segment, rows }, found.etag)) return
    // Somebody wrote it in between, maybe without erasing: look again.
  }
}
