import { randomBytes } from 'node:crypto'

/**
 * A record's id: milliseconds counted down from the year 2286, 13 digits, then 12 random hex. Sorted
 * as text the newest comes first, and any leading digits name a span of time.
 */

/** In the year 2286; milliseconds since 1970. */
const LAST_MOMENT = 9_999_999_999_999
const TIME_DIGITS = 13
const ID = /^\d{13}-[0-9a-f]{12}$/

/** `now` is in milliseconds since 1970. */
export const newId = (now = Date.now()) => `${idPrefixAt(now)}-${randomBytes(6).toString('hex')}`

export const isId = (id: string) => ID.test(id)

/** In milliseconds since 1970. */
export const createdAtOf = (id: string) => LAST_MOMENT - Number(id.slice(0, TIME_DIGITS))

/** The leading part of an id made at this moment. */
export const idPrefixAt = (moment: number) =>
  String(LAST_MOMENT - moment).padStart(TIME_DIGITS, '0')

/** The part of an id that a visitor may quote; a release does not change it. */
export const referenceOf = (id: string) => id.slice(TIME_DIGITS + 1)
