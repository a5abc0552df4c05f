import { calendarOf } from '../promises/calendar.ts'

/** The keys that say when an entry is public. Each is a day, such as `2026-12-04`. */
export type Dates = {
  draft?: boolean | undefined
  /** An article's day. */
  date?: string | undefined
  opens?: string | undefined
  closes?: string | undefined
}

/** The rule: what is public at a moment. Days begin and end in the studio's time zone. */
export function publicationAt(moment: number, timeZone: string) {
  const { startOf } = calendarOf(timeZone)
  const begin = (day: string) => startOf(numberOf(day))
  const end = (day: string) => startOf(numberOf(day) + 1)

  /** An entry is public if it is no draft and its first day has begun. */
  const isPublished = ({ draft, date, opens = date }: Dates) =>
    !draft && (opens === undefined || begin(opens) <= moment)

  /** A role closes when its last day has ended. */
  const isClosed = ({ closes }: Dates) => closes !== undefined && end(closes) <= moment

  /** The next moments at which the public site changes. A draft changes nothing. */
  const changesOf = ({ draft, date, opens = date, closes }: Dates) =>
    [opens && begin(opens), closes && end(closes)].filter(
      (change) => typeof change === 'number' && change > moment && !draft,
    ) as number[]

  /** Null if the public site stays as it is. */
  const nextChange = (entries: Dates[]) => {
    const changes = entries.flatMap(changesOf)
    return changes.length > 0 ? Math.min(...changes) : null
  }

  return { isPublished, isClosed, nextChange }
}

/** Days are numbered from 1 January 1970. */
const numberOf = (day: string) => Date.parse(day) / (24 * 60 * 60 * 1_000)
