import pMap from 'p-map'
import { fold } from '#server/collections/folding/fold.ts'
import { remove } from '#server/collections/records.ts'
import { keepRecent } from '#server/collections/rows/recent.ts'
import { HttpError } from '#server/http/http-error.ts'
import { afterAnswer, timeLeft } from '#server/storage/budget.ts'
import { logOutage } from '#server/http/log.ts'
import { RETRY_SOON } from '#server/http/respond.ts'
import { recordsOf } from './find-person.ts'

const REMOVALS_AT_ONCE = 16
/** What a removal needs of the time that a request has for storage. */
const REMOVAL_MS = 1_500

/**
 * Removes all records of this address, if they are as many as the studio has confirmed, and says how
 * many. After a 503 what is gone stays gone, and asking again removes the rest.
 */
export async function erasePerson(email: string, confirmed: unknown): Promise<number> {
  // A listing that lacks a record once would leave it there unseen.
  const both = [...(await recordsOf(email)), ...(await recordsOf(email))]
  const found = [
    ...new Map(both.map((one) => [`${one.collection.name}/${one.row.id}`, one])).values(),
  ]
  if (found.length !== confirmed) {
    throw new HttpError(409, `There are ${found.length} records of this address by now.`)
  }
  for (const { collection } of found) {
    // Rows name people too; housekeeping would come to them within minutes.
    afterAnswer(`erase rows of ${collection.name}`, async () => {
      await fold(collection)
      await keepRecent(collection)
    })
  }
  // What this does not remove, somebody else has removed: that is gone too.
  const gone = await pMap(
    found,
    ({ collection, row }) =>
      timeLeft() < REMOVAL_MS ? null : remove(collection, row.id).catch(logOutage),
    { concurrency: REMOVALS_AT_ONCE },
  )
  const left = gone.filter((one) => one === null).length
  if (left === 0) return found.length
  throw new HttpError(503, `${left} of ${found.length} are left. Please ask again.`, {
    headers: RETRY_SOON,
    left,
  })
}
