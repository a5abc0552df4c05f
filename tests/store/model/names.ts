import { useTileSize } from '#server/collections/rows/tiles.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { laterWork, withRequestContext } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'
import { HOUR } from './actor.ts'

/** The parts of the server that the model uses, and their keys. */

export { runHousekeeping } from '#server/housekeeping/run.ts'
export { sendAllAgain } from '#server/notifications/outbox/queue.ts'

/** More storage time than any actor needs. */
const STORAGE_MS = 1_000_000

/** Makes tiles small, so that a few records fill several. */
export const shrinkTiles = () => useTileSize(3)

/** Clears all caches, as in a new instance. */
export const forget = forgetAll

/** Runs work in a request context, and then its later work. */
export const inRequest = <T>(context: string, work: () => Promise<T>): Promise<T> => {
  const both = async () => {
    try {
      return await work()
    } finally {
      await Promise.all([...laterWork().values()].map((later) => later().catch(() => undefined)))
    }
  }
  return withRequestContext(context, both, { storageMs: STORAGE_MS, spare: Infinity })
}

let secret: unknown

/** Writes the same secret to each new store, so that claims always have the same keys. */
export async function furnish() {
  await keyedHash('known from now on')
  secret ??= (await kv.get('secret/site'))?.value
  if (!(await kv.get('secret/site'))) await kv.create('secret/site', secret)
}

/** The findings of the store check. */
export const findings = () => checkStore({ fix: false })

/** Uses up this hour's quota of single mails. */
export async function fillHour() {
  for (let i = 0; i < 20; i++) await note('mails', `other ${i}`, { spanMs: HOUR, most: 20 })
}

/** Keys of undelivered notifications, of leftovers after a removal, and of other row files. */
export const PENDING = /^(pending|failed)\//
export const LEFT = /^(gone|hint)\//
export const NO_CHUNK = /\/recent$/
