import { removals } from '#server/collections/count-live.ts'
import { readAll } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { idsBelow, rec } from '#server/collections/record-keys.ts'
import { keptRow } from '#server/collections/rows/row.ts'
import { asSegment, segmentKey, segmentSize } from '#server/collections/rows/segments.ts'
import type { Stored } from '#server/submissions/submission.ts'

/** Records read at once. */
const BATCH = 200

/** The segments of an index that do not say what the records say. */
export async function wrongSegments(name: string): Promise<string[]> {
  const keys = await kv.list(segmentKey(name, ''))
  if (keys.length === 0) return []
  // In this order: what is removed in between shows as removed.
  const listed = await idsBelow(rec(name, ''))
  const removed = await removals(name)
  const oldestFirst = [...new Set([...listed, ...removed])].sort().reverse()
  const wrong: string[] = []
  for (const key of keys) {
    const segment = asSegment((await kv.get(key))?.value)
    const first = Number(key.slice(segmentKey(name, '').length)) * segmentSize()
    const ids = oldestFirst.slice(first, first + (segment?.added ?? 0))
    const there = ids.filter((id) => !removed.has(id))
    const isRight =
      segment?.added === ids.length &&
      segment.added <= segmentSize() &&
      JSON.stringify(segment.rows) === JSON.stringify(await rowsOf(name, there, segment.fields))
    if (!isRight) wrong.push(key)
  }
  return wrong
}

async function rowsOf(name: string, ids: readonly string[], fields: readonly string[]) {
  const rows: unknown[] = []
  for (let from = 0; from < ids.length; from += BATCH) {
    const records = await readAll(name, ids.slice(from, from + BATCH))
    rows.push(...records.map((one) => keptRow((one as Stored).submission, fields)))
  }
  return rows
}
