import { failedKey } from '#server/collections/keys.ts'
import { afterAnswer } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { notifySettings, type Channel, type NotifySettings } from '../settings.ts'
import { tryFirst } from './deliver.ts'
import { readOfAnyTime } from './earlier.ts'
import { changeDeliveries, isLeased, isOver, markersOf, newMarker } from './notification.ts'
import { readMarker, type Delivery, type RecordRef } from './notification.ts'

/** First tries that one instance makes at once; what comes beyond is due in the very next run. */
const MOST_FIRST_TRIES: Record<Channel, number> = { mail: 16, webhook: 16 }
const firstTries: Record<Channel, number> = { mail: 0, webhook: 0 }

type Options = {
  /** The only one of its form and network lately: an hour keeps a few places for such ones. */
  isFirstOfNetwork?: boolean
}

/** Queues what is told of a record that is added at this moment, beside it and before the answer. */
export async function enqueue(ref: RecordRef, options: Options = {}): Promise<void> {
  const settings = notifySettings()
  if (settings.wanted.length === 0) return
  logWrong(settings)
  await enqueueFor(ref, settings.wanted, settings, options)
}

/** What this instance has said is wrong. */
let said = ''

/** Says in the log, once, which settings are wrong: their names, and what to write. */
function logWrong({ wrong }: NotifySettings): void {
  const faults = [...wrong.mail, ...wrong.webhook].join(' ')
  if (faults !== '' && faults !== said) console.error(`Notifications are not set right. ${faults}`)
  said = faults
}

/** Queues it unless that was done: for somebody who finds the record stored, or completes it. */
export async function enqueueUnlessDone(ref: RecordRef, options: Options = {}): Promise<void> {
  const settings = notifySettings()
  if (settings.wanted.length === 0) return
  const now = await readOfAnyTime(ref)
  // What was tried has a marker.
  const isUntried = (one: Delivery | undefined) => one?.tries === 0 && !isOver(one)
  const left = settings.wanted.filter((one) => !now || isUntried(now[one]))
  if (left.length === 0) return
  const markers = await kv.list(markersOf(ref))
  if (markers.some((one) => readMarker(one).leased.length > 0)) return
  await enqueueFor(ref, left, settings, options)
}

/**
 * Queues anew what stood back until now, or was given up; false where no wanted channel has anything
 * left to do. In this order: after a crash it is still listed as failed, or pending.
 */
export async function enqueueAnew(ref: RecordRef): Promise<boolean> {
  const settings = notifySettings()
  if (settings.wanted.length === 0) return false
  const before = await readOfAnyTime(ref)
  let left: Channel[] = []
  await changeDeliveries(ref, 0, (found) => {
    const now = found.at === 0 && before ? before : found
    left = settings.wanted.filter((one) => !now[one]?.deliveredAt && !isLeased(now[one]?.leaseAt))
    const anew = Object.fromEntries(left.map((one) => [one, { tries: 0 }]))
    return left.length > 0 ? { ...now, at: Date.now(), ...anew } : null
  })
  if (left.length === 0) return false
  await enqueueFor(ref, left, settings)
  await kv.remove(failedKey(ref.name, ref.id))
  return true
}

async function enqueueFor(
  ref: RecordRef,
  channels: readonly Channel[],
  settings: NotifySettings,
  { isFirstOfNetwork = false }: Options = {},
): Promise<void> {
  const trying = channels.filter((one) => firstTries[one] < MOST_FIRST_TRIES[one])
  let marker = newMarker(ref, trying)
  const isTried =
    trying.length > 0 &&
    afterAnswer(marker, () =>
      tryFirst({ ref, marker, settings, isFirstOfNetwork }, trying, (one) => firstTries[one]--),
    )
  if (isTried) for (const one of trying) firstTries[one]++
  else marker = newMarker(ref, [])
  await kv.create(marker, null)
}
