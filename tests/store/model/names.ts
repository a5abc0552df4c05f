import { useTileSize } from '#server/collections/folding/make-tiles.ts'
import { forgetChunks } from '#server/collections/rows/chunk.ts'
import { forgetRecent } from '#server/collections/rows/recent.ts'
import { forgetRows } from '#server/collections/rows/row-at.ts'
import { CLAIM_PARTS } from '#server/housekeeping/claims.ts'
import { keepHouse } from '#server/housekeeping/housekeeping.ts'
import { checkStore } from '#server/housekeeping/store-check.ts'
import { forgetHealth } from '#server/notifications/health.ts'
import { forgetHour } from '#server/notifications/outbox/hour.ts'
import { laterWork, withRequestContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/** What the model must know of our code beside its functions: where its parts stand, and what they keep. */

/** Far more than anything takes in the model. */
const STORAGE_MS = 1_000_000

/** Tiles are small, so that a few records fill some. */
export const shrinkTiles = () => useTileSize(3)

/** Acts as an instance that has read nothing yet. */
export function forget() {
  forgetChunks()
  forgetRows()
  forgetRecent()
  forgetHour()
  forgetHealth()
}

/** Works as one request does, or the clock; what is left for after the answer comes at its end. */
export const inRequest = <T>(context: string, work: () => Promise<T>): Promise<T> =>
  withRequestContext(
    context,
    async () => {
      const result = await work()
      await Promise.all([...laterWork().values()].map((later) => later().catch(() => undefined)))
      return result
    },
    STORAGE_MS,
  )

let secret: unknown
let aim = 0

/** Gives a new store what every store has: the secret that names its claims. */
export async function furnish() {
  aim = 0
  await keyedHash('known from now on')
  secret ??= (await kv.get('secret/site'))?.value
  if (!(await kv.get('secret/site'))) await kv.create('secret/site', secret)
}

/** A whole run of the housekeeping. Of the claims it comes to a few: these are some of the store's. */
export async function keepWholeHouse(): Promise<void> {
  const claims = await kv.list('claim/')
  const part = Number.parseInt(claims[aim++ % claims.length]?.slice('claim/'.length, 9) ?? '0', 16)
  const progress = (await kv.get('housekeeping/progress'))?.value as object | undefined
  await kv.put('housekeeping/progress', { ...progress, claims: part % CLAIM_PARTS })
  await keepHouse()
}

/** What the store's check finds, but for what is found in every store. */
export const findings = async () =>
  (await checkStore({ fix: false })).filter(({ what }) => what !== 'expired')

/** Uses up the mails that may go singly in this hour. */
export const fillHour = () =>
  kv.put('mails', {
    singles: Array.from({ length: 20 }, (_, i) => ({ id: `other-${i}`, at: Date.now() })),
  })

/** Whether something is still to be told of the record that this key names. */
export const isPending = (key: string) => /^(owed|failed)\//.test(key)

/** Whether a key may name a record that was removed. */
export const mayStay = (key: string) => /^(gone|hint)\//.test(key)

/** Whether a key among the rows is none of a chunk. */
export const isNoChunk = (key: string) => key.endsWith('/recent')

export { sendAllAgain } from '#server/notifications/send-again.ts'
