import pMap from 'p-map'
import { emptyExpiredHeads } from '#server/audit/check-log.ts'
import { LOG, LOG_DAYS } from '#server/audit/entry.ts'
import type { Collection } from '#server/collections/collection.ts'
import { rowsKey } from '#server/collections/keys.ts'
import { eraseNeverCome, eraseRemoved, remove } from '#server/collections/change.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { chunkNames, readManifest, dropChunk } from '#server/collections/rows/manifest.ts'
import { isHeldSince, type Row } from '#server/collections/row.ts'
import { isDamagedState } from '#server/collections/current.ts'
import { readStudio } from '#server/content/studio.ts'
import { sharedNow, DAY_MS, MINUTE_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import type { OwnClaim } from '#server/submissions/unique-answer.ts'

export type Faults = {
  /** The ids of rows that are not as their records are. */
  wrong: string[]
  /** The ids of removed records that are not fully erased. */
  leftovers: string[]
  /** The ids of files without a record. */
  orphans: string[]
  /** The ids of records held for longer than the policy allows. */
  heldTooLong: string[]
  /** Named chunks that are lost. */
  lost: string[]
  /** Keys of records and states that can't be read, and of resumes that are missing. */
  damaged: string[]
  /** Records without the claim that makes a retry find them, or with a damaged one. */
  unclaimed: { key: string; claims: OwnClaim[] }[]
}

const CHANGES_AT_ONCE = 16
/** A fold names its chunks within seconds; the margin is for wrong clocks. Later, they are leftovers. */
const UNNAMED_AFTER_MS = 10 * MINUTE_MS

/**
 * Mends the faults that a check found. A listing only says where to look: before a record is
 * erased, it is looked up by its own key. A wrong row gets a hint, so that readers read its record,
 * and the next fold rebuilds it.
 */
export async function mend(collection: Collection, faults: Faults): Promise<void> {
  const { name } = collection
  for (const chunk of faults.lost) await dropChunk(name, chunk)
  await atOnce(faults.leftovers, (id) => eraseRemoved(collection, id))
  await atOnce(faults.orphans, (id) => eraseNeverCome(collection, id))
  const isTooLong = await heldTooLong()
  await atOnce(faults.heldTooLong, (id) => remove(collection, id, isTooLong))
  await atOnce(faults.wrong, (id) => hint(name, id, 'record'))
  const claims = faults.unclaimed.flatMap((one) => one.claims)
  await atOnce(claims, ({ key, claim }) => makeClaim(key, claim))
}

/**
 * The test for a row that is held for longer than the policy allows. A damaged state may have been
 * that of a released record.
 */
export async function heldTooLong(): Promise<(row: Row) => boolean> {
  const { heldDays } = (await readStudio()).legal
  return (row) => isHeldSince(row, sharedNow() - heldDays * DAY_MS) && !isDamagedState(row)
}

const atOnce = <T>(all: readonly T[], act: (one: T) => Promise<unknown>) =>
  pMap(all, act, { concurrency: CHANGES_AT_ONCE })

/**
 * Removes chunks that no manifest names or is about to name. `left` are too young for that; they may
 * hold removed records, so a run must come back for them.
 */
export async function sweepChunks({ name }: Collection) {
  // The manifest is read after the listing, so that it names every listed chunk that is in use.
  const keys = await kv.list(rowsKey(name, ''))
  const tiles = (await readManifest(name))?.tiles
  if (!tiles) return { swept: 0, left: 0 }
  const named = new Set(chunkNames(tiles).map((one) => rowsKey(name, one)))
  // A name without a time, as of the manifest, gives NaN and stays.
  const timeIn = (key: string) => Number(key.slice(rowsKey(name, '').length).split('-')[0])
  const unnamed = keys.filter((key) => !named.has(key) && timeIn(key) > 0)
  const over = unnamed.filter((key) => sharedNow() - timeIn(key) > UNNAMED_AFTER_MS)
  await atOnce(over, kv.remove)
  return { swept: over.length, left: unnamed.length - over.length }
}

/** Keys with a moment in them, and how many days after it they go. */
const EXPIRES = {
  ...{ 'command/': 1, 'nonce/': 1, 'self-test/': 1, 'session/': 1, 'window/': 1 },
  [LOG]: LOG_DAYS,
}
const MOMENT = /(?<=\/)\d{13}(?=-)/

/** Removes expired keys while there is time, and returns how many are left. */
export async function sweepExpired(isTime: () => boolean) {
  const since = (key: string) => sharedNow() - createdAtOf(MOMENT.exec(key)?.[0] ?? '')
  const lists = Object.entries(EXPIRES).map(async ([prefix, days]) =>
    (await kv.list(prefix)).filter((key) => since(key) > days * DAY_MS),
  )
  const expired = (await Promise.all(lists)).flat()
  if (expired.some((key) => key.startsWith(LOG))) await emptyExpiredHeads()
  let swept = 0
  await atOnce(expired, async (key) => {
    if (!isTime()) return
    await kv.remove(key)
    swept++
  })
  return { swept, left: expired.length - swept }
}
