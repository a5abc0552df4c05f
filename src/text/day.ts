const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A day as in a letter: `2025-03-01` (ISO 8601) becomes 1 March 2025. */
export const longDay = (day: string) => format.format(new Date(day))

/** A day in a list, which needs no year: 1 March. */
export const shortDay = (day: string) => short.format(new Date(day))
