import pMap from 'p-map'
import type { Channel } from '#api/admin-contract.ts'
import { refAt, refKey, type RecordRef } from '#server/collections/keys.ts'
import { shareOf } from '#server/collections/many.ts'
import { logFailure } from '#server/http/log.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { isSentinel } from '#server/storage/sentinel.ts'
import { note, oneAtATime, type Noted } from '#server/storage/sliding-window.ts'
import { tell } from '../channels.ts'
import { notifySettings, type NotifySettings } from '../settings.ts'
import { deliverAct, isAct } from '../mail/people-mail.ts'
import { deliveriesIn, isOpen, isOver, sinceOf } from './tries.ts'
import {
  endIfOver,
  findPending,
  giveBack,
  lease,
  mayTell,
  noteTry,
  readNotes,
  type Pending,
} from './notification.ts'
import { deliverReceipt } from './receipt.ts'
import { coveredBy, deliverSummary, MAILS_AN_HOUR, currentSummary } from './summary.ts'

/** Tries of each channel, and ends that a crash has left. */
const AT_ONCE = { mail: 4, webhook: 16, end: 64 } as const
/** More than the time of a run is enough for. Of more, those that are held would block the others. */
const TRIES_A_RUN = 500

/** Tries all pending notifications that are due, each channel by itself. Housekeeping calls it. */
export async function deliverPending(isTime: () => boolean): Promise<void> {
  const settings = notifySettings()
  const { wanted } = settings
  if (wanted.length === 0) return
  const keys = (await kv.list('pending/')).filter((key) => !isSentinel(key))
  if (keys.length === 0) return
  const isOfAct = (key: string) => isAct(refAt(key))
  const acts = keys.filter(isOfAct)
  const pending = await readPending(keys.filter((key) => !isOfAct(key)))
  const inTime = <T>(
    some: readonly T[],
    kind: keyof typeof AT_ONCE,
    act: (one: T) => Promise<unknown>,
  ) =>
    pMap(some, (one) => (isTime() ? act(one).catch(logFailure) : undefined), {
      concurrency: AT_ONCE[kind],
    })
  const tryEach = (some: readonly Pending[], channel: Channel) => {
    const open = some.filter(({ now }) => isOpen(now, now[channel]))
    return inTime(shareOf(open, TRIES_A_RUN), channel, (one) => deliver(one, channel, settings))
  }
  async function mail() {
    const summary = await currentSummary(pending)
    const covered = coveredBy(summary)
    const others = pending.filter(({ ref }) => !covered.has(refKey(ref)))
    await Promise.all([
      summary && deliverSummary(summary, pending, settings, isTime).catch(logFailure),
      tryEach(others, 'mail'),
    ])
  }
  const over = pending.filter(({ now }) => wanted.every((one) => isOver(now[one])))
  await Promise.all([
    inTime(acts, 'mail', deliverAct),
    wanted.includes('mail') && mail().catch(logFailure),
    wanted.includes('webhook') && tryEach(pending, 'webhook'),
    // A process may have crashed after its last note and before this.
    inTime(over, 'end', (one) => endIfOver(one, settings)),
  ])
  // The studio comes first: receipts delay nothing that it waits for.
  if (!wanted.includes('mail')) return
  await inTime(shareOf(pending, TRIES_A_RUN), 'mail', (one) => deliverReceipt(one, settings))
}

async function readPending(keys: readonly string[]): Promise<Pending[]> {
  const byRecord = Map.groupBy(keys, (key) => refKey(refAt(key)))
  const notes = await readNotes([...byRecord.values()].map(([key = '']) => refAt(key)))
  return [...notes]
    .map(([key, value]) => {
      const markers = byRecord.get(key) ?? []
      const now = deliveriesIn(value, { at: sinceOf(markers) })
      return { ref: refAt(markers[0] ?? ''), markers, now }
    })
    .sort((one, other) => one.now.at - other.now.at)
}

export async function deliver(
  pending: Pending,
  channel: Channel,
  settings: NotifySettings,
): Promise<void> {
  const { ref, now } = pending
  if (!isOpen(now, now[channel])) return
  const needsSlot = channel === 'mail' && settings.mail
  const slot = needsSlot ? await inTurn(() => findSlot(ref)) : undefined
  if (slot && !slot.hasRoom) return
  // Null if the record is held or gone.
  const notice = await findPending(pending)
  if (!notice) {
    await slot?.forget()
    return
  }
  // Null if another process makes this try.
  const mine = await lease(ref, now, channel)
  if (!mine) return
  // A summary is written before it reads leases, and this reads the summary after its own lease. So at
  // most one of the two mails the record. If neither does, a later run will.
  const isCovered = channel === 'mail' && coveredBy(await currentSummary()).has(refKey(ref))
  if (isCovered) await giveBack(ref, channel, mine)
  if (isCovered || !(await mayTell(ref, notice, channel, mine))) return slot?.forget()
  const outcome = await tell(channel, notice, settings)
  const done = await noteTry(ref, channel, mine, outcome)
  if (done) await endIfOver({ ...pending, now: done }, settings)
}

const inTurn = oneAtATime()

/** A slot among the hour's mails; a retry within the hour keeps its slot. */
function findSlot(ref: RecordRef): Promise<Noted> {
  return note('mails', refKey(ref), { spanMs: HOUR_MS, most: MAILS_AN_HOUR, keepsPlaces: true })
}
