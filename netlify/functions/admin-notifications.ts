import type { Config } from '@netlify/functions'
import { actOfAdmin } from '#server/admin/session.ts'
import type { Acts } from '#server/http/act-named.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { notificationsOverview } from '#server/notifications/overview.ts'
import { sendAgain, sendAllAgain, testChannels } from '#server/notifications/send-again.ts'
import { fileBudget } from '#server/spam/file-budget.ts'
import { isId } from '#server/storage/record-id.ts'
import { collectionOfRecord } from '#server/submissions/offered.ts'

const BODY_LIMIT_BYTES = 4 * 1_024

export default respond('admin-notifications', async (request, { params }) => {
  const answer = await actOfAdmin(request, acts, params['act'] ?? 'overview')
  return json(await answer(request))
})

const acts: Acts<(request: Request) => Promise<object>> = {
  overview: { GET: overview },
  test: { POST: async () => ({ channels: await testChannels() }) },
  'send-again': { POST: again },
}

async function overview(): Promise<object> {
  const [fares, files] = await Promise.all([notificationsOverview(), fileBudget()])
  return { ...fares, files }
}

/** All that failed, or one record, whatever became of it. */
async function again(request: Request): Promise<object> {
  const { collection: name, projectSlug, id } = await readJson(request, BODY_LIMIT_BYTES)
  if (name === undefined) return sendAllAgain()
  const collection = await collectionOfRecord(name, projectSlug)
  const isRecord = collection && typeof id === 'string' && isId(id)
  const isSent = isRecord ? await sendAgain({ name: collection.name, id }) : null
  if (isSent === null) throw new HttpError(404, 'There is no such record.')
  return { sent: Number(isSent), left: 0 }
}

export const config: Config = {
  path: ['/api/admin/notifications', '/api/admin/notifications/:act(test|send-again)'],
}
