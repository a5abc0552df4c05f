import { expect, test } from 'vitest'
import { deployContext, timeLeft, withRequestContext } from './request-context.ts'
import { withBudget } from './request-context.ts'

test('withBudget gives new time after the request’s time is over, in the same deploy', async () => {
  const seen = await withRequestContext(
    'deploy-preview',
    () => withBudget(() => Promise.resolve([timeLeft() > 1_000, deployContext()])),
    -1,
  )
  expect(seen).toEqual([true, 'deploy-preview'])
})
