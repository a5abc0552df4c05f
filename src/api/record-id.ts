/** What an id says: of a record, a person, an act. It is made in netlify/server/storage/record-id.ts. */

/** In the year 2286; milliseconds since 1970. An id begins with the time that is left until then. */
export const LAST_MOMENT = 9_999_999_999_999
export const TIME_DIGITS = 13

/** In milliseconds since 1970. */
export const createdAtOf = (id: string) => LAST_MOMENT - Number(id.slice(0, TIME_DIGITS))

/** The part of an id that a visitor may quote; a release does not change it. */
export const referenceOf = (id: string) => id.slice(TIME_DIGITS + 1)
