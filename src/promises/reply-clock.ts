import { calendarOf } from './calendar.ts'
import type { ReplyTime } from './reply-time.ts'

/** When replies are due. All moments are milliseconds since 1970. */
export type ReplyClock = {
  /** The end of the time within which whatever came at a moment is to be answered. */
  dueAt: (cameAt: number) => number
  /** The last moment at which what came then is overdue by now; whatever came earlier is, too. */
  overdueUpTo: (now: number) => number
}

const HOUR_MS = 60 * 60 * 1_000
const DAYS_A_WEEK = 7
/** 1 January 1970 was a Thursday, three days behind Monday. */
const FIRST_WEEKDAY = 3
const WORKING_DAYS = 5

/**
 * The clock of one promise. Hours go on day and night; business days end at midnight in the studio's
 * time zone, and the day on which something came is none of them.
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

/** The day that lies so many business days behind another one. */
function businessDayAfter(day: number, count: number): number {
  let last = day
  for (let left = count; left > 0;) {
    last++
    if ((last + FIRST_WEEKDAY) % DAYS_A_WEEK < WORKING_DAYS) left--
  }
  return last
}
