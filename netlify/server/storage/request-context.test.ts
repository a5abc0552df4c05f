import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deployContext, pauseBudget, timeLeft, withRequestContext } from './request-context.ts'
import { withBudget } from './request-context.ts'

test('withBudget gives new time after the request’s time is over, in the same deploy', async () => {
  const seen = await withRequestContext(
    'deploy-preview',
    () => withBudget(() => Promise.resolve([timeLeft() > 1_000, deployContext()])),
    { storageMs: -1 },
  )
  expect(seen).toEqual([true, 'deploy-preview'])
})

test('works that pause side by side give back their time once', async () => {
  const left = await withRequestContext(
    'dev',
    async () => {
      const pause = (ms: number) => pauseBudget(() => setTimeout(ms))
      await Promise.all([pause(40), pause(60).then(() => pause(20)), pause(60)])
      return timeLeft()
    },
    { storageMs: 1_000 },
  )
  expect(left).toBeLessThanOrEqual(1_000)
})
