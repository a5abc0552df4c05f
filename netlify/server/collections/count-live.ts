import { erase } from './erase.ts'
import * as kv from '#server/storage/kv.ts'
import { gone, idsBelow, rec } from './record-keys.ts'
import { close, isOpen, openPrefixes, type Tally } from './counts.ts'

/** What a crash between a removal and its erasing left behind goes a few at a time. */
const SWEPT_AT_ONCE = 5

export type Census = {
  /** What was added in the part of time that is over. */
  tally: Tally
  /** What was added since, newest first. */
  openIds: string[]
  /** What was removed of either. */
  removed: ReadonlySet<string>
  total: number
}

/** Counts what is there: the closed runs, plus what is listed of the open time, minus removals. */
export async function census(name: string, now = Date.now()): Promise<Census> {
  const known = ((await kv.get(`counts/${name}`))?.value ?? null) as Tally | null
  const prefixes = openPrefixes(known, now)
  const listed = await Promise.all(prefixes.map((prefix) => idsBelow(rec(name, prefix))))
  // After the records: a record that was missing there because it was just removed shows here.
  const removed = await removals(name)
  const leftovers = listed.flat().filter((id) => removed.has(id))
  await Promise.allSettled(leftovers.slice(0, SWEPT_AT_ONCE).map((id) => erase(name, id)))
  const added = [...new Set([...listed.flat(), ...removed])]
    .filter((id) => isOpen(known, id))
    .sort()
  const tally = close(known, added, now)
  if (tally !== known) await kv.put(`counts/${name}`, tally)
  const openIds = added.filter((id) => isOpen(tally, id))
  const closed = tally.runs.reduce((sum, [, n]) => sum + n, 0)
  return { tally, openIds, removed, total: closed + openIds.length - removed.size }
}

/** The ids of everything that was ever removed. */
export const removals = async (name: string): Promise<ReadonlySet<string>> =>
  new Set(await idsBelow(gone(name, '')))
