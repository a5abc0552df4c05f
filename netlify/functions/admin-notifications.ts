import type { Config } from '@netlify/functions'
import type { NotificationsAnswer, SendAgainAnswer, TestAnswer } from '#api/admin-contract.ts'
import { adminFunction } from '#server/admin/admin-function.ts'
import { lastCheck } from '#server/canary/canary.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import { testChannels } from '#server/notifications/channels.ts'
import { sendAgain, sendAllAgain } from '#server/notifications/outbox/queue.ts'
import { notificationsOverview } from '#server/notifications/overview.ts'
import { waitingForBuild } from '#server/rebuild/build-hook.ts'
import { isId } from '#server/storage/record-id.ts'
import { fileBudget } from '#server/submissions/resume.ts'

export default adminFunction('admin-notifications', {
  all: { GET: overview },
  test: { POST: async () => json({ channels: await testChannels() } satisfies TestAnswer) },
  'send-again': { POST: again },
})

async function overview(): Promise<Response> {
  const [notifications, files, build, check] = await Promise.all([
    notificationsOverview(),
    fileBudget(),
    waitingForBuild(),
    lastCheck(),
  ])
  return json({ ...notifications, files, build, check } satisfies NotificationsAnswer)
}

/** All that failed, or one record in any state. */
async function again(request: Request): Promise<Response> {
  const { collection: name, projectSlug, id } = await readJson(request)
  if (name === undefined) return json((await sendAllAgain()) satisfies SendAgainAnswer)
  const collection = collectionNamed([name, projectSlug].filter(Boolean).join('.'))
  const isRecord = collection && typeof id === 'string' && isId(id)
  const isSent = isRecord ? await sendAgain({ name: collection.name, id }) : null
  if (isSent === null) throw new HttpError(404, 'There is no such record.')
  return json({ sent: Number(isSent), left: 0 } satisfies SendAgainAnswer)
}

export const config: Config = {
  path: '/api/admin/notifications{/:action(test|send-again)}?',
}
