import { expect, test } from 'vitest'
import { deployContext, storageTimeLeft, withRequestContext } from '#server/http/request-context.ts'
import { withOwnTime } from './own-time.ts'

test('work has time of its own where the request’s is over, and the same deploy', async () => {
  const seen = await withRequestContext(
    'deploy-preview',
    () => withOwnTime(() => Promise.resolve([storageTimeLeft() > 1_000, deployContext()])),
    -1,
  )
  expect(seen).toEqual([true, 'deploy-preview'])
})
