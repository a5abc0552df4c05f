import pMap from 'p-map'
import { forms } from '#forms/index.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { WAITING, waitingKey, refAt, type RecordRef } from '#server/collections/keys.ts'
import { readCurrent, rowOf } from '#server/collections/current.ts'
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

const READS_AT_ONCE = 64

/** When the last mail was sent, and which markers are counted: a repeat writes its marker again. */
type LastMail = { at: number; told: readonly string[] }
const LAST = 'waiting-mail'
const MOST_TOLD = 500

/** One mail for all that came since the last one. Housekeeping calls it once an hour. */
export async function mailOfNoBotCheck(): Promise<void> {
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return
  const keys = await kv.list(WAITING)
  const hour = keys.length > 0 && (await takeHour())
  if (!hour) return
  const found = await pMap(keys, async (key) => ({ key, is: await whatIs(refAt(key)) }), {
    concurrency: READS_AT_ONCE,
  })
  const due = found.filter(({ is }) => is !== 'coming')
  const counted = due.flatMap(({ key, is }) =>
    typeof is === 'string' || hour.told.includes(key) ? [] : [{ key, name: is.held }],
  )
  const [first] = counted
  const names = counted.map(({ name }) => name)
  const mail = first && (await waitingMail(names, refAt(first.key)))
  const isTold = !mail || (await mailOut(mail, settings)).ok
  if (!isTold) return
  const over = due.map(({ key }) => key)
  await changeLast(({ at, told }) => ({ at, told: [...told, ...over].slice(-MOST_TOLD) }))
  await Promise.all(over.map(kv.remove))
}

/** Null if a mail was sent within the hour, or another process sends it. */
const takeHour = () =>
  changeLast(({ at, told }) =>
    Math.abs(Date.now() - at) < HOUR_MS ? null : { at: Date.now(), told },
  )

const changeLast = (to: (last: LastMail) => LastMail | null) =>
  kv.change(LAST, (value) => to({ at: 0, told: [], ...(value as Partial<LastMail> | undefined) }))

/** The form of a held record, by its name. It is over for one that was removed or released since. */
async function whatIs({ name, id }: RecordRef): Promise<{ held: string } | 'coming' | 'over'> {
  const collection = collectionNamed(name)
  const current = collection && (await readCurrent(collection, id))
  if (!current || current.isRemoved) return 'over'
  const row = rowOf(current)
  // Its marker may be there before it is.
  if (!row) return Date.now() - createdAtOf(id) > ABSENT_MS ? 'over' : 'coming'
  return isHeldRow(row) ? { held: collection.form.name } : 'over'
}

async function waitingMail(names: readonly string[], { id }: RecordRef) {
  const { heldDays } = (await readStudio()).legal
  const lines = await Promise.all(
    forms.map(async ({ name, noun, plural }) => {
      const count = names.filter((one) => one === name).length
      const words = `${count} ${count === 1 ? noun : plural}`
      return count > 0 ? [`${words}: ${await adminUrl({ tab: name, held: 'yes' })}`] : []
    }),
  )
  const isOne = names.length === 1
  const subject = isOne ? '1 message waits, held' : `${names.length} messages wait, held`
  const text = [
    `${subject}: ${isOne ? 'it' : 'they'} came without a bot check, as from a browser without script.`,
    '',
    ...lines.flat(),
    '',
    `Release what a person sent. What nobody releases is deleted after ${heldDays} days.`,
    '',
  ].join('\n')
  return { id: `waiting-${id}`, subject, text }
}
