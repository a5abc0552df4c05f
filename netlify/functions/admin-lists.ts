import type { Config } from '@netlify/functions'
import type { CountsAnswer, ProjectsAnswer, WeeksAnswer } from '#api/admin-contract.ts'
import { adminFunction } from '#server/admin/admin-function.ts'
import {
  addressOf,
  type Collection,
  offeredLists,
  projectOf,
} from '#server/collections/collection.ts'
import { countByWeek, summaryOf, WEEK_MS } from '#server/collections/counts.ts'
import { sum } from '#server/collections/row.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { logOutage } from '#server/http/log.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { waitlistProjects } from '#server/content/offered.ts'

const WEEKS = 12

export default adminFunction('admin-lists', {
  counts: { GET: counts },
  weeks: { GET: weeks },
  projects: { GET: projects },
})

/** Every list in numbers, or the one that the query names. */
async function counts({ url }: Request): Promise<Response> {
  const query = new URL(url).searchParams
  const matches = (one: Collection) =>
    Object.entries(addressOf(one)).every(([name, value]) => (query.get(name) ?? value) === value)
  const lists = (await offeredLists()).filter(matches)
  if (lists.length === 0) throw new HttpError(404, 'There is no such list.')
  const apps = await waitlistProjects()
  const counted = lists.map(async (one) => {
    const summary = await summaryOf(one).catch(logOutage)
    const app = apps.find(({ slug }) => slug === projectOf(one))
    return summary && { ...addressOf(one), ...(app && { projectName: app.name }), ...summary }
  })
  const items = (await Promise.all(counted)).filter((one) => one !== null)
  if (items.length === 0) throw new StorageDown('No list could be counted.')
  const uncounted = lists.length - items.length
  return json({ items, ...(uncounted > 0 && { uncounted }) } satisfies CountsAnswer)
}

/** The number of records of each week, all forms together, the oldest week first. */
async function weeks(): Promise<Response> {
  const now = Date.now()
  const lists = await offeredLists()
  const counts = await Promise.all(lists.map((one) => countByWeek(one, WEEKS, now)))
  const weeks = Array.from({ length: WEEKS }, (_, week) => ({
    from: new Date(now - (week + 1) * WEEK_MS).toISOString(),
    count: sum(counts.map((one) => one[week] ?? 0)),
  }))
  return json({ weeks: weeks.reverse() } satisfies WeeksAnswer)
}

async function projects(): Promise<Response> {
  const items = (await waitlistProjects()).map(({ slug, name }) => ({ id: slug, slug, name }))
  return json({ items, total: items.length } satisfies ProjectsAnswer)
}

export const config: Config = {
  path: ['/api/admin/:action(counts|weeks)', '/api/admin/waitlist/:action(projects)'],
}
