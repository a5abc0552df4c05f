import type { LiveCount } from '../count-live.ts'
import type { KnownRows, KnownSegment } from './known-rows.ts'
import * as kv from '#server/storage/kv.ts'
import type { RowReader } from './row-reader.ts'
import { addedIn, idsNumbered, segmentKey, segmentSize, type Segment } from './segments.ts'

/**
 * Brings the segments up to what is closed, the newest first, for as long as there is time, and
 * stores how far it came. True if it came any further.
 */
export async function growIndex(
  known: KnownRows,
  { counts, removed }: LiveCount,
  { name, fields, isTime, read }: RowReader,
): Promise<boolean> {
  /** The segment that begins with record number `first`, with its next records up to `end`. */
  async function grown(segment: KnownSegment, first: number, end: number): Promise<KnownSegment> {
    const range = { from: first + segment.added, to: end }
    const ids = await idsNumbered(name, counts, removed, range)
    const there = ids.filter((id) => !removed.has(id))
    const rows = segment.rows.filter(({ id }) => !removed.has(id))
    const next = there[await read(there, rows)]
    // A count of more than there is must not keep anybody waiting for it.
    const added = next === undefined ? end - first : segment.added + ids.indexOf(next)
    return { ...segment, added, rows }
  }

  async function store(number: number, { etag, added, rows }: KnownSegment) {
    const segment: Segment = { fields, added, rows: rows.map(({ id, texts }) => [id, ...texts]) }
    const key = segmentKey(name, number)
    // If another instance was faster, its segment stays, and this answer uses its own.
    await (etag ? kv.replace(key, segment, etag) : kv.create(key, segment))
  }

  const closed = addedIn(counts)
  let hasGrown = false
  for (let number = Math.ceil(closed / segmentSize()) - 1; number >= 0 && isTime(); number--) {
    const first = number * segmentSize()
    const end = Math.min(first + segmentSize(), closed)
    const before = known.segments.get(number) ?? { listedAs: '', etag: '', added: 0, rows: [] }
    if (first + before.added >= end) continue
    const segment = await grown(before, first, end)
    known.segments.set(number, { ...segment, listedAs: '' })
    await store(number, segment)
    hasGrown = true
  }
  return hasGrown
}
