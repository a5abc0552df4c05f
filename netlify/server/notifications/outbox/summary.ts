import pMap from 'p-map'
import { goneKey, idOf, recordKey, stateKey } from '#server/collections/keys.ts'
import { entriesIn } from '#server/collections/spans.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import { through } from '../channels.ts'
import { listMail, MOST_NAMED } from '../mail/list-mail.ts'
import { recordMail } from '../mail/record-mail.ts'
import { sendMail } from '../mail/send-mail.ts'
import { findNotice } from '../notice.ts'
import type { Outcome } from '../outcome.ts'
import type { NotifySettings } from '../settings.ts'
import { afterTry, changeDeliveries, endIfOver, isLeased, isOver } from './notification.ts'
import { leased, readDeliveries, refKey } from './notification.ts'
import type { Delivery, Pending, RecordRef } from './notification.ts'
import { dueAt, HOUR_MS, isDue } from './retries.ts'

/**
 * The summary: one mail for all that found no place among the hour's. There is one at a time, under
 * one key, which is written before the mail is sent and stands empty once all is noted. Until then
 * nobody mails one of its records singly.
 */
type Summary = { name: string; at: number; refs: RecordRef[]; mail: Delivery }

const KEY = 'summary'
/** So many mails of an hour go singly. */
export const MAILS_AN_HOUR = 20
const AT_ONCE = 64

// Only this file writes there.
const summaryIn = (value: unknown) => {
  const summary = value as Partial<Summary> | undefined
  return summary?.name === undefined ? null : (summary as Summary)
}
const readSummary = async () => summaryIn((await kv.get(KEY))?.value)

/** The records that it covers, by their keys. */
export const coveredBy = async (): Promise<ReadonlySet<string>> =>
  new Set((await readSummary())?.refs.map(refKey))

/** Makes the summary of mails that nobody tries, where one of them has waited an hour for a place. */
export async function makeSummary(waiting: readonly Pending[]): Promise<void> {
  const due = waiting.filter(({ now }) => isDue(now.at, now.mail?.tries))
  const isLate = ({ now: { at, mail } }: Pending) =>
    Date.now() - dueAt(at, mail?.tries) >= HOUR_MS &&
    // What was tried had its place; of many that are late, as after an outage, most have none.
    (!mail?.tries || due.length > MAILS_AN_HOUR)
  if (!due.some(isLate) || (await readSummary())) return
  const there = await tellable(due.map(({ ref }) => ref))
  const late = new Set(due.filter(isLate).map(({ ref }) => refKey(ref)))
  if (!there.some((ref) => late.has(refKey(ref)))) return
  const at = Date.now()
  const made: Summary = { name: String(at), at, refs: there, mail: { tries: 0 } }
  await change<object>(KEY, (value) => (summaryIn(value) ? null : made))
}

/** Sends the summary where it is due, and notes what became of it for all that it covers. */
export async function deliverSummary(
  pending: readonly Pending[],
  settings: NotifySettings,
  isTime: () => boolean,
): Promise<void> {
  const standing = await readSummary()
  if (!standing) return
  const summary = isOver(standing.mail) ? standing : await tryOnce(standing, settings)
  if (!summary || !isOver(summary.mail)) return
  if (await noteAll(summary, pending, settings, isTime)) await changeSummary(summary, () => ({}))
}

/** Changes this one summary, and no later one. */
const changeSummary = ({ name }: Summary, to: (now: Summary) => object | null) =>
  change<object>(KEY, (value) => {
    const now = summaryIn(value)
    return now?.name === name ? to(now) : null
  })

/** The summary as it is after a try; null where none is due, or somebody else makes it. */
async function tryOnce(standing: Summary, settings: NotifySettings): Promise<Summary | null> {
  const mine = await changeSummary(standing, (now) => {
    const mail = leased(now.mail, now.at)
    return mail && { ...now, mail }
  })
  if (!mine) return null
  // What is not there now is covered no longer: it may be completed, or released, later.
  const refs = await unsent(await tellable(standing.refs))
  const outcome = await send(standing.name, refs, settings)
  const changed = await changeSummary(standing, (now) => {
    const mail = afterTry(now.mail, outcome, summaryIn(mine)?.mail.leaseAt)
    return mail && { ...now, refs, mail }
  })
  return summaryIn(changed)
}

async function send(
  name: string,
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
      : await listMail(`summary-${name}`, named, refs.length)
  return through('mail', settings, () => sendMail(settings.mail, mail))
}

/** Those that can be told of, the oldest first: by keys alone as far as that goes, as they may be many. */
async function tellable(refs: readonly RecordRef[]): Promise<RecordRef[]> {
  const found = await pMap(
    Map.groupBy(refs, ({ name }) => name),
    async ([name, some]) => {
      const ids = some.map(({ id }) => id).sort()
      const span = { from: ids[0] ?? '', to: `${ids.at(-1) ?? ''}~` }
      const keys = [recordKey(name, ''), goneKey(name, ''), stateKey(name, '')]
      const [there, gone, touched] = await Promise.all(
        keys.map(
          async (root) => new Set((await entriesIn(root, span)).map(({ key }) => idOf(key))),
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

/** Those whose mail was not sent singly meanwhile, and that nobody is about to send. */
const unsent = (refs: readonly RecordRef[]) =>
  filtered(refs, async (ref) => {
    const mail = (await readDeliveries(ref))?.mail
    return !isOver(mail) && !isLeased(mail?.leaseAt)
  })

async function filtered(refs: readonly RecordRef[], isMeant: (ref: RecordRef) => Promise<boolean>) {
  const are = await pMap(refs, isMeant, { concurrency: AT_ONCE })
  return refs.filter((_, place) => are[place])
}

/** False where there was not time for all. */
async function noteAll(
  { refs, at, mail }: Summary,
  pending: readonly Pending[],
  { wanted }: NotifySettings,
  isTime: () => boolean,
): Promise<boolean> {
  const markersOf = new Map(pending.map(({ ref, markers }) => [refKey(ref), markers]))
  const noted = await pMap(
    refs,
    async (ref) => {
      if (!isTime()) return false
      const now = await changeDeliveries(ref, at, (found) =>
        isOver(found.mail) ? found : { ...found, mail },
      )
      if (now) await endIfOver(ref, markersOf.get(refKey(ref)) ?? [], now, wanted)
      return true
    },
    { concurrency: AT_ONCE },
  )
  return noted.every(Boolean)
}
