import pMap from 'p-map'
import { forms } from '#forms/index.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { WAITING, waitingKey, refAt, type RecordRef } from '#server/collections/keys.ts'
import { readCurrent, rowOf } from '#server/collections/current.ts'
import { lookFor, shareOf } from '#server/collections/many.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { adminUrl, readStudio } from '#server/content/studio.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { mailOut } from './channels.ts'
import { ABSENT_MS } from './notice.ts'
import { notifySettings } from './settings.ts'

/**
 * Records that are held only because they came without a bot check, as from a browser without
 * script. A marker is kept for each until the hour's mail has counted it.
 */

export const NO_BOT_CHECK = 'no bot check'

/** Writes the marker with the record, unless there is another reason to hold it. */
export async function noteNoBotCheck(ref: RecordRef, signals: readonly string[]): Promise<void> {
  const isOnlyReason = signals.length === 1 && signals[0] === NO_BOT_CHECK
  if (isOnlyReason && notifySettings().wanted.includes('mail')) {
    await kv.put(waitingKey(ref.name, ref.id), null)
  }
}

const atOnce = { concurrency: 64 }
/** Records that an hour reads, where listings don't tell whether they are held. */
const MOST_UNSURE = 500

/** When the last mail was sent, and which markers are counted: a repeat writes its marker again. */
type LastMail = { at: number; told: readonly string[] }
const LAST = 'waiting-mail'
/** Those of the last mail are kept in any case. */
const MOST_TOLD = 500

/** One mail for all that came since the last one. Housekeeping calls it once an hour. */
export async function mailOfNoBotCheck(isTime: () => boolean): Promise<void> {
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return
  const keys = await kv.list(WAITING)
  const hour = keys.length > 0 && (await takeHour())
  if (!hour) return
  const before = new Set(hour.told)
  const isHeld = await findHeld(keys.filter((key) => !before.has(key)))
  const counted = keys.filter((key) => isHeld.get(key))
  const [first] = counted
  const mail = first && (await waitingMail(counted.map(refAt)))
  const isTold = !mail || (await mailOut(mail, settings)).ok
  if (!isTold) return
  const over = new Set(keys.filter((key) => before.has(key) || isHeld.has(key)))
  await changeLast(({ at, told }) => {
    const all = [...told.filter((key) => !over.has(key)), ...over]
    return { at, told: all.slice(-Math.max(MOST_TOLD, over.size)) }
  })
  // What the time is too short for goes with the next mail, which does not count it.
  await pMap(over, (key) => (isTime() ? kv.remove(key) : undefined), atOnce)
}

/** Null if a mail was sent within the hour, or another process sends it. */
const takeHour = () =>
  changeLast(({ at, told }) =>
    Math.abs(Date.now() - at) < HOUR_MS ? null : { at: Date.now(), told },
  )

const changeLast = (to: (last: LastMail) => LastMail | null) =>
  kv.change(LAST, (value) => to({ at: 0, told: [], ...(value as Partial<LastMail> | undefined) }))

/**
 * Whether the records of these markers are held. One is missing in the result if its record is still
 * to come, or if too many must be read: it waits for the next mail.
 */
async function findHeld(keys: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const lookOf = await lookFor(keys.map(refAt))
  const found = new Map(keys.map((key) => [key, true]))
  const isSure = (ref: RecordRef) => lookOf(ref) === 'marked' && collectionNamed(ref.name) !== null
  const unsure = keys.filter((key) => !isSure(refAt(key)))
  for (const key of unsure) found.delete(key)
  const read = async (key: string) => {
    const is = await whatIs(refAt(key))
    if (is !== 'coming') found.set(key, is === 'held')
  }
  await pMap(shareOf(unsure, MOST_UNSURE), read, atOnce)
  return found
}

/** It is over for a record that was removed or released. */
async function whatIs({ name, id }: RecordRef): Promise<'held' | 'coming' | 'over'> {
  const collection = collectionNamed(name)
  const current = collection && (await readCurrent(collection, id))
  if (!current || current.isRemoved) return 'over'
  const row = rowOf(current)
  // Its marker may be there before it is.
  if (!row) return Date.now() - createdAtOf(id) > ABSENT_MS ? 'over' : 'coming'
  return isHeldRow(row) ? 'held' : 'over'
}

async function waitingMail(refs: readonly RecordRef[]) {
  const { heldDays } = (await readStudio()).legal
  const names = refs.map(({ name }) => collectionNamed(name)?.form.name)
  const lines = await Promise.all(
    forms.map(async ({ name, noun, plural }) => {
      const count = names.filter((one) => one === name).length
      const words = `${count} ${count === 1 ? noun : plural}`
      return count > 0 ? [`${words}: ${await adminUrl({ tab: name, held: 'yes' })}`] : []
    }),
  )
  const isOne = refs.length === 1
  const subject = isOne ? '1 message waits, held' : `${refs.length} messages wait, held`
  const text = [
    `${subject}: ${isOne ? 'it' : 'they'} came without a bot check, as from a browser without script.`,
    '',
    ...lines.flat(),
    '',
    `Release what a person sent. What nobody releases is deleted after ${heldDays} days.`,
    '',
  ].join('\n')
  return { id: `waiting-${refs[0]?.id}`, subject, text }
}
