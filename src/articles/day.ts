const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2025-03-01` (ISO 8601) as it is printed: 1 March 2025. */
export const longDay = (day: string) => format.format(new Date(day))
