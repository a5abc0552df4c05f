import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { calendarOf } from '#promises/calendar.ts'
import { timeOfDay } from '#promises/time-of-day.ts'
import { lastCheck } from '#server/canary/canary.ts'
import { everyCollection, type Collection } from '#server/collections/collection.ts'
import { countSince, idsWithin, summaryOf } from '#server/collections/counts.ts'
import { idOf, notifyKey, refAt, refKey } from '#server/collections/keys.ts'
import { sum } from '#server/collections/row.ts'
import { entriesIn, type Span } from '#server/collections/spans.ts'
import { adminUrl, readStudio } from '#server/content/studio.ts'
import { logFailure } from '#server/http/log.ts'
import { waitingForBuild } from '#server/rebuild/build-hook.ts'
import { DAY_MS } from '#server/storage/clock.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { selfTest } from '#server/storage/self-test.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { mailOut } from './channels.ts'
import type { Mail } from './mail/send-mail.ts'
import { readDeliveries } from './outbox/notification.ts'
import { isLeased } from './outbox/tries.ts'
import { failedNotifications, isHeard, owedNotifications } from './overview.ts'
import { notifySettings } from './settings.ts'

/** Times of day, in the studio's time zone. */
const HOURS = { from: 8, to: 12 }
/** Remembered days, for clocks that jump. */
const DAYS_KEPT = 30
const AT_ONCE = 4
/** Of each list; more are not known to be told. */
const MOST_READ = 500

const KINDS = [
  ['new', 'New since yesterday'],
  ['dueToday', 'Reply due today'],
  ['overdue', 'Reply overdue'],
  ['held', 'Held for review'],
] as const
type Kind = (typeof KINDS)[number][0]

type Figures = { form: Form } & Record<Kind, number>

/** The numbers of finished days, and a lease for the current one. */
type Sent = { days: number[]; lease?: { day: number; at: number } }

/** Sends the morning's mail once a day: on Mondays always, else unless it would be empty. */
export async function sendDigest(): Promise<void> {
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return
  const { timeZone } = await readStudio()
  const { dayOf, startOf } = calendarOf(timeZone)
  const timeOn = timeOfDay(timeZone)
  const now = Date.now()
  const day = dayOf(now)
  const isMorning = now >= timeOn(day, HOURS.from) && now < timeOn(day, HOURS.to)
  if (!isMorning || !(await leaseDay(day))) return
  const figures = await figuresSince(timeOn(day - 1, HOURS.from))
  const date = new Date(day * DAY_MS)
  // The last night's records have had some tries by now.
  const isMonday = date.getUTCDay() === 1
  const week = isMonday ? [await weekInWords(startOf(day - 7), startOf(day)), ''] : []
  const mail = await digestMail(date.toISOString().slice(0, 10), figures, week)
  const isDone = mail === null || (await mailOut(mail, settings)).ok
  await changeSent(({ days }) => ({ days: isDone ? [...days, day].slice(-DAYS_KEPT) : days }))
}

export async function nextDigest(): Promise<number> {
  const { timeZone } = await readStudio()
  const timeOn = timeOfDay(timeZone)
  const dueAt = (day: number) => timeOn(day, HOURS.from)
  const today = calendarOf(timeZone).dayOf(Date.now())
  return dueAt(today) > Date.now() ? dueAt(today) : dueAt(today + 1)
}

/** Null if the day is done, or another process has its lease. */
const leaseDay = (day: number) =>
  changeSent(({ days, lease }) =>
    days.includes(day) || (lease?.day === day && isLeased({ leaseAt: lease.at }))
      ? null
      : { days, lease: { day, at: Date.now() } },
  )

const changeSent = (to: (sent: Sent) => Sent | null): Promise<Sent | null> =>
  kv.change('digest', (value) => to({ days: [], ...(value as Partial<Sent> | undefined) }))

/** The figures of all forms, with what came since then. Throws if a list can't be counted whole. */
const figuresSince = async (since: number): Promise<Figures[]> =>
  pMap(
    await everyCollection(),
    async (collection) => {
      const [{ counts, indexed }, isNew] = await Promise.all([
        summaryOf(collection),
        countSince(collection, since),
      ])
      if (indexed) throw new StorageDown('Not all records could be counted yet.')
      const { dueToday, overdue, held } = counts
      return { form: collection.form, new: isNew, dueToday, overdue, held }
    },
    { concurrency: AT_ONCE },
  )

/** The mail of a day ("2026-11-24"), with the words about the week first; null if it is empty. */
async function digestMail(
  day: string,
  figures: readonly Figures[],
  week: readonly string[],
): Promise<Mail | null> {
  const byForm = Map.groupBy(figures, ({ form }) => form)
  const blocks = KINDS.flatMap(([kind, words]) => {
    const lines = [...byForm].flatMap(([{ noun, plural }, some]) => {
      const count = sumOf(kind, some)
      return count > 0 ? [`  ${count} ${count === 1 ? noun : plural}`] : []
    })
    return lines.length > 0 ? [`${words}:`, ...lines, ''] : []
  })
  const { total: failed } = await failedNotifications()
  if (failed > 0) {
    const notifications = failed === 1 ? 'notification' : 'notifications'
    blocks.push(`${failed} ${notifications} failed. The overview says why.`, '')
  }
  const { entries = 0 } = (await waitingForBuild()) ?? {}
  if (entries > 0) {
    const wait = entries === 1 ? 'entry waits' : 'entries wait'
    blocks.push(`${entries} ${wait} for a build of the site. The overview says why.`, '')
  }
  const { why } = (await lastCheck()) ?? {}
  if (why) blocks.push(`The site’s daily check of itself failed. ${why}`, '')
  const text = [...week, ...blocks]
  if (text.length === 0) return null
  const all = (kind: Kind) => sumOf(kind, figures)
  return {
    id: `digest-${day}`,
    subject: `Digest: ${all('new')} new, ${all('dueToday')} due today, ${all('overdue')} overdue`,
    text: `${[...text, await adminUrl()].join('\n')}\n`,
  }
}

const sumOf = (kind: Kind, figures: readonly Figures[]) => sum(figures.map((one) => one[kind]))

/** Says on Mondays how the week went, whatever happened: a studio that hears nothing must ask why. */
async function weekInWords(from: number, to: number): Promise<string> {
  const span = { from: idPrefixAt(to - 1), to: idPrefixAt(from - 1) }
  const [{ came, told, left }, test, check] = await Promise.all([
    countTold(span),
    selfTest().catch(logFailure),
    lastCheck(),
  ])
  const isWell =
    told === came && left === 0 && test?.ok === true && check !== null && check.why === null
  const facts = [
    `${came} came`,
    `the studio was told of ${told}`,
    ...(told === came && left > 0 ? [`not through every channel of ${left}`] : []),
    test ? `the self-test ${test.ok ? 'passed' : 'failed'}` : 'the self-test could not be run',
    ...(check ? [] : ['the daily check has never run']),
  ]
  return `${isWell ? 'All is well' : 'Not all is well'}: ${facts.join(', ')}.`
}

/**
 * How many listed records came, of how many at least one channel has told, and how many are `left`
 * for another one.
 */
async function countTold(span: Span): Promise<{ came: number; told: number; left: number }> {
  const [owed, failed] = await Promise.all([owedNotifications(), listProven('failed/')])
  const unsure = new Map([...owed, ...failed.map(refAt)].map((ref) => [refKey(ref), ref]))
  const counts = { came: 0, told: 0, left: 0 }
  for (const collection of await everyCollection()) {
    const ids = await idsWithin(collection, span)
    const tried = await triedWithin(collection, span)
    const left = ids.flatMap((id) => unsure.get(`${collection.name}/${id}`) ?? [])
    const heard = await pMap(
      left.slice(0, MOST_READ),
      async (ref) => isHeard(await readDeliveries(ref)),
      {
        concurrency: AT_ONCE,
      },
    )
    const sure = ids.filter((id) => tried.has(id) && !unsure.has(`${collection.name}/${id}`))
    counts.came += ids.length
    counts.told += sure.length + heard.filter(Boolean).length
    counts.left += left.length
  }
  return counts
}

/** The ids of records with at least one try. */
const triedWithin = async ({ name }: Collection, span: Span): Promise<ReadonlySet<string>> =>
  new Set((await entriesIn(notifyKey(name, ''), span)).map(({ key }) => idOf(key)))
