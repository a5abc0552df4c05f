import type { Config } from '@netlify/functions'
import { actNamed } from '#server/http/act-named.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson, requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { notificationsOverview } from '#server/notifications/overview.ts'
import { sendAgain, sendAllAgain, testChannels } from '#server/notifications/send-again.ts'
import { fileBudget } from '#server/spam/file-budget.ts'
import { isId } from '#server/storage/record-id.ts'
import { collectionOfRecord } from '#server/submissions/offered.ts'

const BODY_LIMIT_BYTES = 4 * 1_024

export default respond('admin-notifications', async (request, context) => {
  const act = actNamed(acts, context.params['act'] ?? 'overview')
  requireMethod(request, ...Object.keys(act))
  if (request.method !== 'GET') requireSameOrigin(request)
  await requireAdmin(request)
  return actNamed(act, request.method)(request)
})

/** By the last word of the address, then by method. */
const acts: Record<string, Record<string, (request: Request) => Promise<Response>>> = {
  overview: { GET: overview },
  test: { POST: async () => json({ channels: await testChannels() }) },
  'send-again': { POST: again },
}

async function overview(): Promise<Response> {
  const [fares, files] = await Promise.all([notificationsOverview(), fileBudget()])
  return json({ ...fares, files })
}

/** All that failed, or one record, whatever became of it. */
async function again(request: Request): Promise<Response> {
  const { collection: name, projectSlug, id } = await readJson(request, BODY_LIMIT_BYTES)
  if (name === undefined) return json(await sendAllAgain())
  const collection = await collectionOfRecord(name, projectSlug)
  const isSent =
    collection && typeof id === 'string' && isId(id)
      ? await sendAgain({ name: collection.name, id })
      : null
  if (isSent === null) throw new HttpError(404, 'There is no such record.')
  return json({ sent: Number(isSent), left: 0 })
}

export const config: Config = {
  path: ['/api/admin/notifications', '/api/admin/notifications/:act(test|send-again)'],
}
