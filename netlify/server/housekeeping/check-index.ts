import { readAll, type Collection } from '#server/collections/collection.ts'
import { removals } from '#server/collections/count-live.ts'
import { idsBelow, recordKey } from '#server/collections/record-keys.ts'
import { keptRow } from '#server/collections/rows/row.ts'
import { asSegment, segmentKey, segmentSize } from '#server/collections/rows/segments.ts'
import * as kv from '#server/storage/kv.ts'

const RECORDS_AT_ONCE = 200

/** The keys of the collection's index segments that do not say what the records say. */
export async function wrongSegments(collection: Collection): Promise<string[]> {
  const { name } = collection
  const keys = await kv.list(segmentKey(name, ''))
  if (keys.length === 0) return []
  // In this order: what is removed in between shows as removed.
  const listed = await idsBelow(recordKey(name, ''))
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
      JSON.stringify(segment.rows) ===
        JSON.stringify(await rowsOf(collection, there, segment.fields))
    if (!isRight) wrong.push(key)
  }
  return wrong
}

async function rowsOf(collection: Collection, ids: readonly string[], fields: readonly string[]) {
  const rows: unknown[] = []
  for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
    const records = await readAll(collection, ids.slice(from, from + RECORDS_AT_ONCE))
    rows.push(...records.map(({ submission }) => keptRow(submission, fields)))
  }
  return rows
}
