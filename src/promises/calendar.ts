const SECOND_MS = 1_000
export const HOUR_MS = 60 * 60 * SECOND_MS
export const DAY_MS = 24 * HOUR_MS
/** No time zone differs from UTC by more. */
const MAX_UTC_OFFSET_MS = 15 * HOUR_MS

/** Days of a time zone, numbered from 1 January 1970. */
type Calendar = {
  /** The day of a moment, in milliseconds since 1970. */
  dayOf: (moment: number) => number
  /** The first moment of a day, where the day before ends. */
  startOf: (day: number) => number
}

/** The calendar of a time zone, such as Asia/Kolkata. Throws a RangeError for an unknown zone. */
export function calendarOf(timeZone: string): Calendar {
  const date = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const starts = new Map<number, number>()

  function dayOf(moment: number): number {
    const parts = date.formatToParts(moment).map(({ type, value }) => [type, Number(value)])
    const { year = 0, month = 0, day = 0 } = Object.fromEntries(parts) as Record<string, number>
    return Date.UTC(year, month - 1, day) / DAY_MS
  }

  /** Found by bisection: some days begin at 1:00, or have midnight twice. */
  function startOf(day: number): number {
    const known = starts.get(day)
    if (known !== undefined) return known
    let before = day * DAY_MS - MAX_UTC_OFFSET_MS
    let start = day * DAY_MS + MAX_UTC_OFFSET_MS
    while (start - before > SECOND_MS) {
      const middle = before + Math.floor((start - before) / 2 / SECOND_MS) * SECOND_MS
      if (dayOf(middle) < day) before = middle
      else start = middle
    }
    starts.set(day, start)
    return start
  }

  return { dayOf, startOf }
}

export function isTimeZone(name: string): boolean {
  try {
    calendarOf(name)
    return true
  } catch {
    return false
  }
}
