/** Moments as mails and pages print them, in short British words. All are milliseconds since 1970. */

/** "Tue 24 Nov" */
const dayInWords = (moment: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(moment)
    .replace(',', '')
    // The only month that this locale shortens to four letters.
    .replace('Sept', 'Sep')

/** "Tue 24 Nov, 14:05". Without a time zone, that of the machine. */
export function momentInWords(moment: number, timeZone?: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(moment)
  return `${dayInWords(moment, timeZone)}, ${time}`
}

/** "Tue 24 Nov" if that day ends at this moment; undefined if none does. */
export function endedDay(moment: number, timeZone: string): string | undefined {
  // A day ends when the next one begins.
  const before = dayInWords(moment - 1, timeZone)
  return before === dayInWords(moment, timeZone) ? undefined : before
}

/** "IST" if the country's English has such a short name for the zone, else "GMT+5:30". */
export const zoneInShort = (moment: number, timeZone: string, countryCode: string): string =>
  new Intl.DateTimeFormat(`en-${countryCode}`, { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
