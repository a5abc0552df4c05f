import { calendarOf, DAY_MS, HOUR_MS } from './calendar.ts'

/**
 * The moment at which clocks in a time zone show an hour of a day (numbered as in calendar.ts). Where
 * clocks change, that is not as many hours after the beginning of the day.
 */
export function timeOfDay(timeZone: string): (day: number, hour: number) => number {
  const { startOf } = calendarOf(timeZone)
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

  /** How far clocks are ahead of UTC at a moment. Such moments are whole seconds here. */
  function offsetAt(moment: number): number {
    const parts = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)])
    const shown = Object.fromEntries(parts) as Record<string, number>
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
    return Date.UTC(year, month - 1, day, hour, minute, second) - moment
  }

  return (day, hour) => {
    const shown = day * DAY_MS + hour * HOUR_MS
    // Right unless clocks have changed since midnight; then the offset at that moment is right.
    const near = shown - offsetAt(startOf(day))
    return shown - offsetAt(near)
  }
}
