import { refKey, type RecordRef } from '#server/collections/keys.ts'
import { normalizeEmail } from '#server/collections/search.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { replyDueOf } from '#server/content/studio.ts'
import { logFailure } from '#server/http/log.ts'
import { DAY_MS, HOUR_MS } from '#server/storage/clock.ts'
import { pauseBudget } from '#server/storage/request-context.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note, oneAtATime } from '#server/storage/sliding-window.ts'
import { receiptMail } from '../mail/receipt-mail.ts'
import { addressIn } from '../mail/record-mail.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Notice } from '../notice.ts'
import { receiptLimit, type NotifySettings } from '../settings.ts'
import { isLeased, isOpen, isOver, UNTRIED, type Deliveries, type Outcome } from './tries.ts'
import {
  changeDeliveries,
  endIfOver,
  findPending,
  lease,
  mayTell,
  noteTry,
  wantedFor,
  type Pending,
} from './notification.ts'

/**
 * The receipt goes to the sender after the studio was told, once at most: if nobody knows whether a
 * try succeeded, there is no other. Anybody can type anybody's address, so the number of receipts is
 * limited, and what finds no room gets none.
 */

const WHY = {
  late: 'The moment of the promised answer came before it could be sent.',
  unclear: 'It may have arrived: the site stopped while it was being sent.',
  address: 'A mail can’t have this address.',
  again: 'This address gets one receipt in 24 hours.',
}

export async function deliverReceipt(pending: Pending, settings: NotifySettings): Promise<void> {
  const { ref, now } = pending
  const wanted = await wantedFor(ref, settings)
  if (!wanted.includes('receipt') || isOver(now.receipt) || isLeased(now.receipt)) return
  const isLate = await isTooLate(ref)
  if (!isLate && !isOpen(now, now.receipt)) return
  const notice = await findPending(pending)
  if (!notice) return
  const room = isLate ? { why: WHY.late } : await roomFor(notice, ref, now)
  const done =
    'why' in room
      ? await end(pending, room.why)
      : await tryOnce(pending, notice, settings, room.forget)
  if (done) await endIfOver({ ...pending, now: done }, settings)
}

async function isTooLate({ name, id }: RecordRef): Promise<boolean> {
  const form = collectionNamed(name)?.form
  const due = form && (await replyDueOf(form, createdAtOf(id)))
  return due ? Date.now() >= due.at : false
}

const inTurn = oneAtATime()

/** The address's place of the day, which `forget` gives back, or why there is none. */
type Room = { forget: () => Promise<void> } | { why: string }

async function roomFor(notice: Notice, ref: RecordRef, now: Deliveries): Promise<Room> {
  // Only a process that died leaves a lease.
  if (now.receipt?.leaseAt !== undefined) return { why: WHY.unclear }
  const email = addressIn(notice)
  if (email === undefined) return { why: WHY.address }
  return inTurn(() => notePlaces(email, ref))
}

/** A retry keeps its place among the hour's receipts. */
async function notePlaces(email: string, ref: RecordRef): Promise<Room> {
  const most = receiptLimit()
  const address = await keyedHash('receipt', normalizeEmail(email))
  const own = await note(`receipt/${address}`, refKey(ref), {
    spanMs: DAY_MS,
    most: 1,
    keepsPlaces: true,
  })
  if (!own.hasRoom) return { why: WHY.again }
  const all = await note('receipts', refKey(ref), { spanMs: HOUR_MS, most, keepsPlaces: true })
  if (all.hasRoom) return { forget: own.forget }
  await own.forget()
  return { why: `The site sends ${most} receipts an hour at most.` }
}

/** Null if another process makes the try, or the record is held or removed by now. */
async function tryOnce(
  { ref, now }: Pending,
  notice: Notice,
  settings: NotifySettings,
  forget: () => Promise<void>,
) {
  const mail = await receiptMail(notice, addressIn(notice) ?? '')
  const mine = await lease(ref, now, 'receipt')
  if (!mine || !(await mayTell(ref, notice, 'receipt', mine, forget))) return null
  const outcome: Outcome = settings.mail
    ? await pauseBudget(sendMail.bind(null, settings.mail, mail))
    : { ok: false, why: 'Mail is not set correctly.' }
  const done = await noteTry(ref, 'receipt', mine, outcome)
  // Nothing was sent, so another message of this address may have the place.
  if (!outcome.ok && !outcome.isFinal) await forget().catch(logFailure)
  return done
}

const end = ({ ref, now }: Pending, why: string) =>
  changeDeliveries(ref, now, (found) => {
    const { receipt } = found
    if (isOver(receipt) || isLeased(receipt)) return null
    const failedAt = new Date(Date.now()).toISOString()
    // The lease stays: if its process is only slow, it has the last word.
    return { ...found, receipt: { ...UNTRIED, ...receipt, failedAt, why } }
  })
