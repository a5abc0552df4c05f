import { readStudio } from '#server/content/studio.ts'

/**
 * A moment by which something is due, in the studio's time zone: "by the end of Tue 24 Nov (India
 * Standard Time)", or "by Tue 24 Nov, 14:05 (…)".
 */
export async function dueWords(due: string): Promise<string> {
  const { timeZone } = await readStudio()
  const moment = Date.parse(due)
  const [day, time] = [dayOf(moment, timeZone), timeOf(moment, timeZone)]
  // A day ends where the next one begins: of that one nobody has to know.
  const isEnd = dayOf(moment - 1, timeZone) !== day
  const words = isEnd ? `by the end of ${dayOf(moment - 1, timeZone)}` : `by ${day}, ${time}`
  return `${words} (${zoneOf(moment, timeZone)})`
}

type Options = Intl.DateTimeFormatOptions
const partsOf = (moment: number, options: Options): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', options)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )

/** "Tue 24 Nov" */
export function dayOf(moment: number, timeZone: string): string {
  const { weekday, day, month } = partsOf(moment, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  // The only word for the month that this locale writes with four letters.
  return `${weekday} ${day} ${month === 'Sept' ? 'Sep' : month}`
}

/** "14:05" */
export function timeOf(moment: number, timeZone: string): string {
  const { hour, minute } = partsOf(moment, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${hour}:${minute}`
}

const zoneOf = (moment: number, timeZone: string): string =>
  partsOf(moment, { timeZone, timeZoneName: 'long' })['timeZoneName'] ?? timeZone
