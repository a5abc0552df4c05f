import pMap from 'p-map'
import { goneKey, idOf, notifyKey, recordKey, stateKey } from '#server/collections/keys.ts'
import { entriesIn } from '#server/collections/spans.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import { mailOut } from '../channels.ts'
import { listMail, MOST_NAMED } from '../mail/list-mail.ts'
import { recordMail } from '../mail/record-mail.ts'
import { findNotice } from '../notice.ts'
import type { Outcome } from '../outcome.ts'
import type { NotifySettings } from '../settings.ts'
import { afterTry, changeDeliveries, deliveriesIn, endIfOver, isLeased } from './notification.ts'
import { isOpen, isOver, leased, refKey, type Deliveries } from './notification.ts'
import type { Pending, RecordRef } from './notification.ts'
import { dueAt, HOUR_MS } from './retries.ts'

/**
 * The summary: one mail for all that found no place among the hour's. There is one at a time, under
 * one key, which is written before the mail is sent and stands empty once all is noted. Until then
 * nobody mails one of its records singly.
 */
type Summary = Deliveries & { refs: readonly RecordRef[] }

const KEY = 'summary'
/** So many mails of an hour go singly. */
export const MAILS_AN_HOUR = 20
const AT_ONCE = 64

// Only this file writes there.
const summaryIn = (value: unknown) =>
  (value as Partial<Summary> | undefined)?.refs ? (value as Summary) : null

/** The records that it covers, by their keys. */
export const coveredBy = (summary: Summary | null): ReadonlySet<string> =>
  new Set(summary?.refs.map(refKey))

/** The summary that stands; of these mails one is made if there is none, and one of them has waited an hour. */
export async function standingSummary(pending: readonly Pending[] = []): Promise<Summary | null> {
  const standing = summaryIn((await kv.get(KEY))?.value)
  if (standing) return standing
  const due = pending.filter(({ now }) => isOpen(now, now.mail))
  const isLate = ({ now: { at, mail } }: Pending) =>
    Date.now() - dueAt(at, mail?.tries) >= HOUR_MS &&
    // What was tried had its place; of many that are late, as after an outage, most have none.
    (!mail?.tries || due.length > MAILS_AN_HOUR)
  const late = due.filter(isLate)
  if (late.length === 0) return null
  const there = await tellable(due.map(({ ref }) => ref))
  if (!late.some(({ ref }) => there.includes(ref))) return null
  const made: Summary = { at: Date.now(), refs: there }
  return await change(KEY, (value) => (summaryIn(value) ? null : made))
}

/** Sends the summary if it is due, and notes what became of it for all that it covers. */
export async function deliverSummary(
  standing: Summary,
  pending: readonly Pending[],
  settings: NotifySettings,
  isTime: () => boolean,
): Promise<void> {
  const summary = isOver(standing.mail) ? standing : await tryOnce(standing, settings)
  if (!summary || !isOver(summary.mail)) return
  const noted = await noteAll(summary, pending, isTime)
  if (!noted) return
  // Emptied before the markers go: while it stands, something is pending, and a run comes back to it.
  await changeSummary(summary, () => ({}))
  await pMap(noted, (one) => endIfOver(one, settings.wanted), { concurrency: AT_ONCE })
}

/** Changes this one summary, and no later one. */
const changeSummary = <T>({ at }: Summary, to: (now: Summary) => T | null) =>
  change<T>(KEY, (value) => {
    const now = summaryIn(value)
    return now?.at === at ? to(now) : null
  })

/** The summary as it is after a try; null if none is due, or somebody else makes it. */
async function tryOnce(standing: Summary, settings: NotifySettings): Promise<Summary | null> {
  const mine = await changeSummary(standing, (now) => leased(now, 'mail'))
  if (!mine) return null
  // What is not there now is covered no longer: it may be completed, or released, later.
  const refs = await filtered(await tellable(standing.refs), isUnsent)
  const outcome = await send(standing, refs, settings)
  return changeSummary(standing, (now) => afterTry({ ...now, refs }, 'mail', mine, outcome))
}

async function send(
  { at }: Summary,
  refs: readonly RecordRef[],
  settings: NotifySettings,
): Promise<Outcome> {
  const found = await pMap(refs.slice(0, MOST_NAMED), findNotice, { concurrency: AT_ONCE })
  const named = found.filter((one) => typeof one !== 'string')
  const [first] = named
  // All of them were removed, or told singly, in the last moment.
  if (!first) return { ok: true }
  const mail =
    refs.length === 1
      ? await recordMail(first)
      : await listMail(`summary-${at}`, named, refs.length)
  return mailOut(mail, settings)
}

/** Those that can be told of: by keys alone as far as that goes, as they may be many. */
async function tellable(refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const found = await pMap(
    Map.groupBy(refs, ({ name }) => name),
    async ([name, some]) => {
      const ids = some.map(({ id }) => id).sort()
      const span = { from: ids[0] ?? '', to: `${ids.at(-1) ?? ''}~` }
      const [there, gone, touched] = await Promise.all(
        [recordKey, goneKey, stateKey].map(
          async (keyOf) =>
            new Set((await entriesIn(keyOf(name, ''), span)).map(({ key }) => idOf(key))),
        ),
      )
      const present = some.filter(({ id }) => there?.has(id) && !gone?.has(id))
      // Only of what the studio has touched it must be read whether it is held now.
      return filtered(
        present,
        async (ref) => !touched?.has(ref.id) || typeof (await findNotice(ref)) !== 'string',
      )
    },
  )
  return found.flat().sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** Its mail was not sent singly meanwhile, and nobody is about to send it. */
async function isUnsent({ name, id }: RecordRef): Promise<boolean> {
  const { mail } = deliveriesIn((await kv.get(notifyKey(name, id)))?.value, { at: 0 })
  return !isOver(mail) && !isLeased(mail?.leaseAt)
}

async function filtered(refs: readonly RecordRef[], isMeant: (ref: RecordRef) => Promise<boolean>) {
  const are = await pMap(refs, isMeant, { concurrency: AT_ONCE })
  return refs.filter((_, index) => are[index])
}

/** Notes its end for all of it that is pending; null if there was not time for all. */
async function noteAll(
  { refs, at, mail }: Summary,
  pending: readonly Pending[],
  isTime: () => boolean,
): Promise<Pending[] | null> {
  const byKey = new Map(pending.map((one) => [refKey(one.ref), one]))
  const noted = await pMap(
    refs.flatMap((ref) => byKey.get(refKey(ref)) ?? []),
    async (one) => {
      if (isOver(one.now.mail)) return one
      if (!isTime()) return null
      const now = await changeDeliveries(one.ref, one.now, (found) => {
        // What was given up is not what was queued anew since.
        const isAnew = mail?.failedAt !== undefined && found.at > at
        return isOver(found.mail) || isAnew || !mail ? null : { ...found, mail }
      })
      return now ? { ...one, now } : one
    },
    { concurrency: AT_ONCE },
  )
  const done = noted.filter((one) => one !== null)
  return done.length === noted.length ? done : null
}
