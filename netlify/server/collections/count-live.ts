import * as kv from '#server/storage/kv.ts'
import { close, isOpen, openPrefixes, type Counts } from './counts.ts'
import { erase } from './erase.ts'
import { goneKey, idsBelow, recordKey } from './record-keys.ts'

/** What a crash between a removal and its erasing left behind goes a few at a time. */
const SWEPT_AT_ONCE = 5

/** What was counted, for a page or the index to go on from. */
export type LiveCount = {
  /** What was added in the part of time that is over. */
  counts: Counts
  /** What was added since, newest first. */
  openIds: string[]
  /** What was removed of either. */
  removed: ReadonlySet<string>
  total: number
}

/** Counts what is there: the closed runs, plus what is listed of the open time, minus removals. */
export async function countLive(name: string, now = Date.now()): Promise<LiveCount> {
  // Only this function writes there.
  const known = ((await kv.get(`counts/${name}`))?.value ?? null) as Counts | null
  const prefixes = openPrefixes(known, now)
  const listed = await Promise.all(prefixes.map((prefix) => idsBelow(recordKey(name, prefix))))
  // After the records: a record that was missing there because it was just removed shows here.
  const removed = await removals(name)
  const leftovers = listed.flat().filter((id) => removed.has(id))
  await Promise.allSettled(leftovers.slice(0, SWEPT_AT_ONCE).map((id) => erase(name, id)))
  const added = [...new Set([...listed.flat(), ...removed])]
    .filter((id) => isOpen(known, id))
    .sort()
  const counts = close(known, added, now)
  if (counts !== known) await kv.put(`counts/${name}`, counts)
  const openIds = added.filter((id) => isOpen(counts, id))
  const closed = counts.runs.reduce((sum, [, n]) => sum + n, 0)
  return { counts, openIds, removed, total: closed + openIds.length - removed.size }
}

/** The ids of everything that was ever removed. */
export const removals = async (name: string): Promise<ReadonlySet<string>> =>
  new Set(await idsBelow(goneKey(name, '')))
