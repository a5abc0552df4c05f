import { calendarOf } from '#promises/calendar.ts'
import { readStudio } from '#server/content/studio.ts'
import { change } from '#server/storage/change.ts'
import { through } from '../channels.ts'
import { figuresSince } from './digest-figures.ts'
import { digestMail } from './digest-mail.ts'
import { sendMail } from '../mail/send-mail.ts'
import { isLeased } from '../outbox/notification.ts'
import { HOUR_MS } from '../outbox/retries.ts'
import { notifySettings } from '../settings.ts'

/** The mail of the morning: once a day, where there is something to say. */

/** Hours behind the beginning of a day, in the studio's time zone. */
const HOURS = { from: 8, to: 12 }
const KEY = 'digest'
/** So many days are remembered, for clocks that jump. */
const DAYS_KEPT = 30

/** The days for which it is done, by their numbers, and whose turn it is for another one. */
type Sent = { days: number[]; lease?: { day: number; at: number } }

/** Sends the digest of this day, where it is time and nobody has. */
export async function sendDigest(): Promise<void> {
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return
  const { timeZone } = await readStudio()
  const { dayOf, startOf } = calendarOf(timeZone)
  const day = dayOf(Date.now())
  const hours = (Date.now() - startOf(day)) / HOUR_MS
  if (hours < HOURS.from || hours >= HOURS.to || !(await leaseDay(day))) return
  const figures = await figuresSince(startOf(day - 1) + HOURS.from * HOUR_MS, startOf(day + 1))
  const mail = await digestMail(nameOf(day), figures)
  const outcome = mail
    ? await through('mail', settings, () => sendMail(settings.mail, mail))
    : { ok: true }
  await changeSent(({ days }) => ({ days: outcome.ok ? [...days, day].slice(-DAYS_KEPT) : days }))
}

/** Such as "2026-11-24". */
const nameOf = (day: number) => new Date(day * 24 * HOUR_MS).toISOString().slice(0, 10)

/** False where this day is done, or somebody is about to do it. */
async function leaseDay(day: number): Promise<boolean> {
  const now = await changeSent((sent) => {
    const isAnothers = sent.lease?.day === day && isLeased(sent.lease.at)
    const lease = { day, at: Date.now() }
    return sent.days.includes(day) || isAnothers ? null : { ...sent, lease }
  })
  return now !== null
}

const changeSent = (to: (sent: Sent) => Sent | null): Promise<Sent | null> =>
  change(KEY, (value) => {
    const { days = [], lease } = (value ?? {}) as Partial<Sent>
    return to({ days, ...(lease && { lease }) })
  })
