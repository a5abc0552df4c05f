import type { Config } from '@netlify/functions'
import { requireAdmin } from '#server/admin/session.ts'
import { summaryOf } from '#server/collections/counts.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { logFailure } from '#server/http/log.ts'
import { respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { offeredLists, type OfferedList } from '#server/submissions/offered.ts'

/**
 * Every list in numbers, or the one that is named as a record's place names it: one request for
 * whoever looks every half minute.
 */
export default respond('admin-counts', async (request) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const asked = new URL(request.url).searchParams
  const lists = (await offeredLists()).filter((one) => isMeant(one, asked))
  if (lists.length === 0) throw new HttpError(404, 'There is no such list.')
  const items = (await Promise.all(lists.map(summarized))).filter((one) => one !== null)
  if (items.length === 0) throw new StorageDown('No list could be counted.')
  return json({ items })
})

const isMeant = ({ place }: OfferedList, asked: URLSearchParams) =>
  Object.entries(place).every(([name, value]) => (asked.get(name) ?? value) === value)

/** A list that can't be counted now is left out, and takes no other one down. */
async function summarized({ place, collection }: OfferedList): Promise<object | null> {
  try {
    return { ...place, ...(await summaryOf(collection)) }
  } catch (error) {
    if (!(error instanceof StorageDown)) throw error
    logFailure(error)
    return null
  }
}

export const config: Config = { path: '/api/admin/counts' }
