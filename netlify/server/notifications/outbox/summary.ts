import pMap, { pMapSkip } from 'p-map'
import { refKey, type RecordRef } from '#server/collections/keys.ts'
import { lookFor, shareOf } from '#server/collections/many.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { mailOut } from '../channels.ts'
import { listMail, MOST_NAMED, recordMail } from '../mail/record-mail.ts'
import { findNotice, isStillListed } from '../notice.ts'
import type { NotifySettings } from '../settings.ts'
import {
  afterTry,
  deliveriesIn,
  isLeased,
  dueAt,
  isOpen,
  isOver,
  leased,
  type Deliveries,
  type Outcome,
} from './tries.ts'
import {
  changeDeliveries,
  endIfOver,
  eraseIfRemoved,
  readNotes,
  type Pending,
} from './notification.ts'

/**
 * The summary: one mail for all records without a slot among the hour's mails. There is one at a time,
 * under one key, which is written before the mail is sent and emptied once all is noted. Until then
 * none of its records gets a mail of its own.
 */
type Summary = Deliveries & { refs: readonly RecordRef[] }

const KEY = 'summary'
export const MAILS_AN_HOUR = 20
const atOnce = { concurrency: 32 }

// Only this file writes this key.
const summaryIn = (value: unknown) =>
  (value as Partial<Summary> | undefined)?.refs ? (value as Summary) : null

export const coveredBy = (summary: Summary | null): ReadonlySet<string> =>
  new Set(summary?.refs.map(refKey))

/** The current summary; without one, a new one if one of these mails has waited for an hour. */
export async function currentSummary(pending: readonly Pending[] = []): Promise<Summary | null> {
  const current = summaryIn((await kv.get(KEY))?.value)
  if (current) return current
  const due = pending.filter(({ now }) => isOpen(now, now.mail))
  const late = due.filter(
    ({ now: { at, mail } }) =>
      Date.now() - dueAt(at, mail?.tries) >= HOUR_MS &&
      // A mail with a try had its slot. But of many late ones, as after an outage, most have none.
      (!mail?.tries || due.length > MAILS_AN_HOUR),
  )
  if (late.length === 0) return null
  const refs = await tellable(due.map(({ ref }) => ref))
  if (!late.some(({ ref }) => refs.includes(ref))) return null
  const made: Summary = { at: Date.now(), refs }
  // Null if another process has just made one.
  return (await kv.change(KEY, (value) => (summaryIn(value) ? null : made))) ?? currentSummary()
}

/** Sends the summary if it is due, and notes the result for all its records. */
export async function deliverSummary(
  current: Summary,
  pending: readonly Pending[],
  settings: NotifySettings,
  isTime: () => boolean,
): Promise<void> {
  const summary = isOver(current.mail) ? current : await tryOnce(current, settings)
  if (!summary || !isOver(summary.mail)) return
  const { noted, left } = await noteAll(summary, pending, isTime)
  // It is emptied before the markers are removed: a pending marker makes the next run come back.
  await changeSummary<object>(summary, (now) => (left.length > 0 ? { ...now, refs: left } : {}))
  if (left.length > 0) return
  await pMap(noted, (one) => (isTime() ? endIfOver(one, settings) : undefined), atOnce)
}

/** Changes this summary, but no later one. */
const changeSummary = <T>({ at }: Summary, to: (now: Summary) => T | null) =>
  kv.change<T>(KEY, (value) => {
    const now = summaryIn(value)
    return now?.at === at ? to(now) : null
  })

/** The summary after a try; null if none is due, or another process makes it. */
async function tryOnce(current: Summary, settings: NotifySettings): Promise<Summary | null> {
  const mine = await changeSummary(current, (now) => leased(now, 'mail'))
  if (!mine) return null
  // Absent records are dropped: they may be completed or released later.
  const tried = await unsent(await tellable(current.refs))
  // Asked last: what was held or removed meanwhile is neither told nor noted as told.
  const found = await pMap(tried.slice(0, MOST_NAMED), findNotice, atOnce)
  const notices = await pMap(found, async (one, i) => {
    const ref = tried[i]
    const isListed = ref && typeof one !== 'string' && (await isStillListed(ref, one))
    return isListed ? one : null
  })
  const refs = tried.filter((_, index) => notices[index] !== null)
  const named = notices.filter((one) => one !== null)
  const [first] = named
  // All of them may have been removed, or sent by themselves.
  let outcome: Outcome = { ok: true }
  if (first) {
    const mail =
      refs.length === 1 ? recordMail(first) : listMail(`summary-${current.at}`, named, refs.length)
    outcome = await mailOut(await mail, settings)
  }
  return changeSummary(current, (now) => afterTry({ ...now, refs }, 'mail', mine, outcome))
}

const MOST_UNSURE = 500

/** The existing listed records, the oldest first. It reads keys alone where they are enough. */
async function tellable(refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const lookOf = await lookFor(refs)
  const { plain = [], unsure = [] } = Object.groupBy(refs, (ref) => {
    const look = lookOf(ref)
    return look === 'marked' || look === 'changed' ? 'unsure' : look
  })
  const shown = await pMap(
    shareOf(unsure, MOST_UNSURE),
    async (ref) => (typeof (await findNotice(ref)) === 'string' ? pMapSkip : ref),
    atOnce,
  )
  return [...plain, ...shown].sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** Without those whose own mail was sent meanwhile, or is about to be sent. */
async function unsent(refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const notes = await readNotes(refs)
  return refs.filter((ref) => {
    const { mail } = deliveriesIn(notes.get(refKey(ref)), { at: 0 })
    // One that was not read stays pending.
    return notes.has(refKey(ref)) && !isOver(mail) && !isLeased(mail)
  })
}

/** Notes the result for all its records. `left` are those for which the time was too short. */
async function noteAll(
  { refs, at, mail }: Summary,
  pending: readonly Pending[],
  isTime: () => boolean,
) {
  const listed = new Map(pending.map((one) => [refKey(one.ref), one]))
  // Another process may have made the summary, with records that came after this one's list.
  const all = refs.map((ref) => listed.get(refKey(ref)) ?? { ref, markers: [], now: { at } })
  const note = async (one: Pending) => {
    if (isOver(one.now.mail)) return one
    if (!isTime()) return null
    const now = await changeDeliveries(one.ref, one.now, (found) => {
      // A failure does not count for a record that was queued again since.
      const isAnew = mail?.failedAt !== undefined && found.at > at
      return isOver(found.mail) || isAnew || !mail ? null : { ...found, mail }
    })
    if (now) await eraseIfRemoved(one.ref)
    return now ? { ...one, now } : one
  }
  const found = await pMap(all, note, atOnce)
  const noted = found.filter((one) => one !== null).filter(({ markers }) => markers.length > 0)
  return { noted, left: refs.filter((_, i) => found[i] === null) }
}
