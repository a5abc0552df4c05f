import { readFile } from 'node:fs/promises'
import { load } from 'js-yaml'
import type { Form } from '#forms/form.ts'
import { calendarOf } from '#promises/calendar.ts'
import { replyClock, type ReplyClock } from '#promises/reply-clock.ts'
import { replyTime } from '#promises/reply-time.ts'
import { readOnce } from './read-once.ts'

/** How the studio is called and reached. */
type Address = { name: string; host: string; email: string }

/** What functions know of the studio: its days, when replies are due, and how long it holds. */
type Studio = Address & {
  timeZone: string
  clocks: ReadonlyMap<string, ReplyClock>
  heldDays: number
}

type Written = {
  studio: Address & { timeZone: string; promises: Readonly<Record<string, string>> } & {
    legal: { heldDays: number }
  }
}

/** The studio as the pages have it, from the one file; netlify.toml puts it into the bundle. */
export const readStudio = (): Promise<Studio> => readOnce('content/studio.yaml', read)

/** When replies to this form are due; null where none is promised. */
export const replyClockOf = async ({ replyPromise }: Form): Promise<ReplyClock | null> =>
  (replyPromise && (await readStudio()).clocks.get(replyPromise)) ?? null

/** The end of this day where the studio is, in milliseconds since 1970. */
export async function endOfToday(now = Date.now()): Promise<number> {
  const { dayOf, startOf } = calendarOf((await readStudio()).timeZone)
  return startOf(dayOf(now) + 1)
}

async function read(file: string): Promise<Studio> {
  // The build has checked the file against its schema, so it has the shape it should.
  const { studio } = load(await readFile(file, 'utf8')) as Written
  const { name, host, email, timeZone, promises, legal } = studio
  const clocks = Object.entries(promises).flatMap(([name, words]) => {
    const time = replyTime(words)
    return time ? [[name, replyClock(time, timeZone)] as const] : []
  })
  return { name, host, email, timeZone, clocks: new Map(clocks), heldDays: legal.heldDays }
}
