import pMap from 'p-map'
import { fold } from '#server/collections/folding/fold.ts'
import { remove } from '#server/collections/records.ts'
import { keepRecent } from '#server/collections/rows/recent.ts'
import { HttpError } from '#server/http/http-error.ts'
import { afterAnswer, timeLeft } from '#server/storage/budget.ts'
import { logFailure } from '#server/http/log.ts'
import { RETRY_SOON } from '#server/http/respond.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { recordsOf, type PersonRecord } from './find-person.ts'

const REMOVALS_AT_ONCE = 16
/** What a removal needs of the time that a request has for storage. */
const REMOVAL_MS = 1_500

/**
 * Removes all records of this address, as many as the studio has confirmed, and says how many. 409
 * where there are more or fewer by now. Where it can't be done within a request it says so: whatever
 * is gone stays gone, and asking again removes the rest.
 */
export async function erasePerson(email: string, confirmed: unknown): Promise<number> {
  const found = await foundTwice(email)
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
  const gone = await pMap(found, isGone, { concurrency: REMOVALS_AT_ONCE })
  const left = gone.filter((one) => !one).length
  if (left === 0) return found.length
  throw new HttpError(503, `${left} of ${found.length} are left. Please ask again.`, {
    headers: RETRY_SOON,
    left,
  })
}

/** What either of two looks finds: a listing that lacks a record once would leave it there unseen. */
async function foundTwice(email: string): Promise<PersonRecord[]> {
  const both = [...(await recordsOf(email)), ...(await recordsOf(email))]
  return [...new Map(both.map((one) => [`${one.collection.name}/${one.row.id}`, one])).values()]
}

/** Whether it is certainly gone; what this does not remove, somebody else has removed. */
async function isGone({ collection, row }: PersonRecord): Promise<boolean> {
  if (timeLeft() < REMOVAL_MS) return false
  try {
    await remove(collection, row.id)
    return true
  } catch (error) {
    if (!(error instanceof StorageDown)) throw error
    logFailure(error)
    return false
  }
}
