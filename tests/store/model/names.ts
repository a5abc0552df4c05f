import { useTileSize } from '#server/collections/rows/tiles.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { laterWork, withRequestContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'
import { HOUR } from './actor.ts'

/** What the model must know of our code beside its functions: where its parts stand, and what they keep. */

export { runHousekeeping } from '#server/housekeeping/run.ts'
export { sendAllAgain } from '#server/notifications/send-again.ts'

/** More storage time than anything takes in the model. */
const STORAGE_MS = 1_000_000

/** Tiles are small, so that a few records fill some. */
export const shrinkTiles = () => useTileSize(3)

/** Acts as an instance that has read nothing yet. */
export const forget = forgetAll

/** Works as one request does, or the clock; what is left for after the answer comes at its end. */
export const inRequest = <T>(context: string, work: () => Promise<T>): Promise<T> => {
  const both = async () => {
    try {
      return await work()
    } finally {
      await Promise.all([...laterWork().values()].map((later) => later().catch(() => undefined)))
    }
  }
  return withRequestContext(context, both, STORAGE_MS, { spare: Infinity })
}

let secret: unknown

/** Gives a new store what every store has: the secret that names its claims. */
export async function furnish() {
  await keyedHash('known from now on')
  secret ??= (await kv.get('secret/site'))?.value
  if (!(await kv.get('secret/site'))) await kv.create('secret/site', secret)
}

/** What the store's check finds. */
export const findings = () => checkStore({ fix: false })

/** Uses up the mails that may go singly in this hour. */
export async function fillHour() {
  for (let i = 0; i < 20; i++) await note('mails', `other ${i}`, { spanMs: HOUR, most: 20 })
}

/** Keys of what is still to be told of a record, of what may outlive it, and of rows that are no chunk. */
export const PENDING = /^(pending|failed)\//
export const LEFT = /^(gone|hint)\//
export const NO_CHUNK = /\/recent$/
