import { calendarOf, HOUR_MS } from './calendar.ts'
import type { ReplyTime } from './reply-time.ts'

/** When replies are due. All moments are milliseconds since 1970. */
export type ReplyClock = {
  /** When the reply to a record of this moment is due. */
  dueAt: (cameAt: number) => number
  /** Records that came at this moment or earlier are overdue by `now`. */
  overdueUpTo: (now: number) => number
}

const DAYS_A_WEEK = 7
/** 1 January 1970 was a Thursday, three days after Monday. */
const FIRST_WEEKDAY = 3
const WORKING_DAYS = 5

/**
 * The clock of one promise. Hours run day and night. Business days end at midnight in the studio's
 * time zone, and the day of arrival does not count.
 */
export function replyClock({ count, unit }: ReplyTime, timeZone: string): ReplyClock {
  if (unit === 'hours') {
    const ms = count * HOUR_MS
    return { dueAt: (cameAt) => cameAt + ms, overdueUpTo: (now) => now - ms - 1 }
  }
  const { dayOf, startOf } = calendarOf(timeZone)
  const dueBy = (day: number) => startOf(businessDayAfter(day, count) + 1)
  return {
    dueAt: (cameAt) => dueBy(dayOf(cameAt)),
    overdueUpTo(now) {
      let day = dayOf(now)
      while (dueBy(day) >= now) day--
      return startOf(day + 1) - 1
    },
  }
}

/** The day that is `count` business days after another day. */
function businessDayAfter(day: number, count: number): number {
  let last = day
  for (let left = count; left > 0;) {
    last++
    if ((last + FIRST_WEEKDAY) % DAYS_A_WEEK < WORKING_DAYS) left--
  }
  return last
}
