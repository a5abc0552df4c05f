import { calendarOf, DAY_MS } from '../promises/calendar.ts'

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

  /** The later moments at which an entry appears or closes, the first one first. */
  const changesOf = (entries: Dates[]) =>
    entries
      .filter(({ draft }) => !draft)
      .flatMap(({ date, opens = date, closes }) => [
        ...(opens === undefined ? [] : [begin(opens)]),
        ...(closes === undefined ? [] : [end(closes)]),
      ])
      .filter((change) => change > moment)
      .sort((one, other) => one - other)

  return { isPublished, isClosed, changesOf }
}

/** Days are numbered from 1 January 1970. */
const numberOf = (day: string) => Date.parse(day) / DAY_MS
