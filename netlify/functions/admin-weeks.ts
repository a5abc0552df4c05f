import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { countByWeek, WEEK_MS } from '#server/collections/counts.ts'
import { json } from '#server/http/answers.ts'
import { respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { collectionsOf } from '#server/submissions/offered.ts'

/** As many weeks as the overview draws. */
const WEEKS = 12

/** How much came in during the last weeks, through all forms together, the oldest week first. */
export default respond('admin-weeks', async (request) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const now = Date.now()
  const collections = (await Promise.all(forms.map((form) => collectionsOf(form)))).flat()
  const counts = await Promise.all(collections.map((one) => countByWeek(one, WEEKS, now)))
  const weeks = Array.from({ length: WEEKS }, (_, week) => ({
    from: new Date(now - (week + 1) * WEEK_MS).toISOString(),
    count: counts.reduce((sum, one) => sum + (one[week] ?? 0), 0),
  }))
  return json({ weeks: weeks.reverse() })
})

export const config: Config = { path: '/api/admin/weeks' }
