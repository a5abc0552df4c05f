import { LRUCache } from 'lru-cache'
import { deployContext } from '#server/storage/budget.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'

/**
 * The hour's mails. The first ones go singly; once they are used up, everything that is owed by mail
 * waits for one gathered mail, an hour after the first that found no place.
 */

export const HOUR_MS = 60 * 60_000
const SINGLE_MAILS_AN_HOUR = 20
const KEY = 'mails'

/** Under `mails`: who had a place lately, since when mails are gathered, and the gathered ones. */
export type Hour = {
  singles: { id: string; at: number }[]
  gatheringSince: number | null
  /** Gathered mails by their names, until all that they cover is noted. */
  gathered: string[]
}

/** That mails are gathered, as this instance knows it: a flood need not ask each time. */
const gathering = new LRUCache<string, true>({ max: 10, ttl: 10_000 })

/** Forgets what was known of the hour, as a new instance does. */
export const forgetHour = () => gathering.clear()

export const readHour = async (): Promise<Hour> => hourIn((await kv.get(KEY))?.value)

/** Changes the hour by compare-and-set; `to` answers null where nothing is to be changed. */
export async function changeHour(to: (hour: Hour) => Hour | null): Promise<void> {
  const changed = await change(KEY, (value) => to(hourIn(value)))
  if (changed?.gatheringSince === null) gathering.delete(deployContext())
}

/** Whether mails are being gathered, as far as this instance knows. */
export const isKnownToGather = (): boolean => gathering.has(deployContext())

/**
 * Whether a record's mail may go singly now. Not where mails are gathered, nor while there is a
 * gathered one that the caller does not know: it may cover this record.
 */
export async function hasPlace(id: string, known: ReadonlySet<string>): Promise<boolean> {
  const asked = { isPlaced: false }
  await changeHour((hour) => {
    const { isPlaced, changed } = placeIn(hour, id, known)
    asked.isPlaced = isPlaced
    return changed
  })
  if (!asked.isPlaced) gathering.set(deployContext(), true)
  return asked.isPlaced
}

/** Whether there is a place in this hour, and the hour as it is then, where that changes it. */
function placeIn(hour: Hour, id: string, known: ReadonlySet<string>) {
  const isGathered = hour.gathered.some((name) => !known.has(name))
  if (hour.gatheringSince !== null || isGathered) return { isPlaced: false, changed: null }
  const now = Date.now()
  const singles = hour.singles.filter(({ at }) => at <= now && now - at < HOUR_MS)
  if (singles.some((one) => one.id === id)) return { isPlaced: true, changed: null }
  if (singles.length >= SINGLE_MAILS_AN_HOUR) {
    return { isPlaced: false, changed: { ...hour, singles, gatheringSince: now } }
  }
  return { isPlaced: true, changed: { ...hour, singles: [...singles, { id, at: now }] } }
}

/** Whether the time of the gathered mail has come. */
export const isTimeToGather = ({ gatheringSince }: Hour): boolean =>
  gatheringSince !== null && Math.abs(Date.now() - gatheringSince) >= HOUR_MS

function hourIn(value: unknown): Hour {
  const { singles = [], gatheringSince = null, gathered = [] } = (value ?? {}) as Partial<Hour>
  return { singles, gatheringSince, gathered }
}
