const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Prints `2025-03-01` (ISO 8601) as 1 March 2025. */
export const longDay = (day: string) => format.format(new Date(day))
