import { randomBytes } from 'node:crypto'
import { sharedNow } from './clock.ts'
import { LAST_MOMENT, TIME_DIGITS } from '#api/record-id.ts'

export { createdAtOf, referenceOf } from '#api/record-id.ts'

/**
 * A record's id: milliseconds counted down from the year 2286, 13 digits, then 12 random hex. Sorted
 * as text the newest comes first, and any leading digits name a span of time.
 */

const ID = /^\d{13}-[0-9a-f]{12}$/

/** `now` is in milliseconds since 1970. */
export const newId = (now = sharedNow()) => `${idPrefixAt(now)}-${randomBytes(6).toString('hex')}`

export const isId = (id: string) => ID.test(id)

/** The leading part of an id made at this moment. */
export const idPrefixAt = (moment: number) =>
  String(LAST_MOMENT - moment).padStart(TIME_DIGITS, '0')
