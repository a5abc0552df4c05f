import { readFile } from 'node:fs/promises'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { Form } from '#forms/form.ts'
import { calendarOf } from '#promises/calendar.ts'
import { zoneInShort } from '#promises/moment-in-words.ts'
import { replyClock, type ReplyClock } from '#promises/reply-clock.ts'
import type { ReplyDue } from '#promises/due-in-words.ts'
import type { Hsts } from '#promises/strict-transport.ts'
import { replyTime } from '#promises/reply-time.ts'
import { readOnce } from '#server/storage/remembered.ts'

type Studio = {
  name: string
  host: string
  email: string
  address: { countryCode: string }
  timeZone: string
  promises: Readonly<Record<string, string>>
  legal: { heldDays: number }
  security: { hsts: Hsts }
}

/** netlify.toml puts the file into the bundle. */
export const readStudio = (): Promise<Studio> => readOnce('content/studio.yaml', read)

async function read(file: string): Promise<Studio> {
  // The build has checked the file against its schema.
  return (load(await readFile(file, 'utf8'), { schema: CORE_SCHEMA }) as { studio: Studio }).studio
}

export async function replyClockOf({ replyPromise }: Form): Promise<ReplyClock | null> {
  const { promises, timeZone } = await readStudio()
  const time = replyPromise ? replyTime(promises[replyPromise] ?? '') : null
  return time && replyClock(time, timeZone)
}

/** When the sender of a record of this moment hears from the studio; null without a promise. */
export async function replyDueOf(form: Form, cameAt: number): Promise<ReplyDue | null> {
  const clock = await replyClockOf(form)
  if (!clock) return null
  const { timeZone, address } = await readStudio()
  const at = clock.dueAt(cameAt)
  return { at, timeZone, zone: zoneInShort(at, timeZone, address.countryCode) }
}

/** In the studio's time zone, in milliseconds since 1970. */
export async function endOfToday(now = Date.now()): Promise<number> {
  const { dayOf, startOf } = calendarOf((await readStudio()).timeZone)
  return startOf(dayOf(now) + 1)
}

export async function adminUrl(query: Record<string, string> = {}): Promise<string> {
  const search = new URLSearchParams(query).toString()
  return `${await siteUrl()}/admin${search && `?${search}`}`
}

/** Netlify sets URL, and so does `npm start`. */
export const siteUrl = async (): Promise<string> => process.env['URL'] || (await readStudio()).host
