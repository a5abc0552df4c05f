import { readStudio } from '#server/content/studio.ts'

/** "by the end of Tue 24 Nov (India Standard Time)", or "by Tue 24 Nov, 14:05 (…)" */
export async function dueWords(due: string): Promise<string> {
  const { timeZone } = await readStudio()
  const moment = Date.parse(due)
  // A day ends when the next one begins.
  const [before, day] = [dayOf(moment - 1, timeZone), dayOf(moment, timeZone)]
  const words =
    day === before ? `by ${day}, ${timeOf(moment, timeZone)}` : `by the end of ${before}`
  return `${words} (${zoneOf(moment, timeZone)})`
}

export const dayOf = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(moment)
    .replace(',', '')
    // The only month that this locale shortens to four letters.
    .replace('Sept', 'Sep')

export const timeOf = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(moment)

const zoneOf = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
