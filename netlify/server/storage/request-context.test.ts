import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  afterAnswer,
  allowance,
  deployContext,
  isVisitors,
  laterWork,
  maySpend,
  pauseBudget,
  storageUse,
  timeLeft,
  useDevContext,
  withBudget,
  withRequestContext,
} from './request-context.ts'

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
      await Promise.all([pause(300), pause(400).then(() => pause(100)), pause(400)])
      return timeLeft()
    },
    { storageMs: 1_000 },
  )
  expect(left).toBeLessThanOrEqual(1_000)
  expect(left).toBeGreaterThan(600)
})

test('the time stands still during a pause, and goes on after it, also after a failed one', async () => {
  const seen = await withRequestContext(
    'dev',
    async () => {
      const during = await pauseBudget(async () => {
        const before = timeLeft()
        await setTimeout(20)
        return [before, timeLeft()]
      })
      await pauseBudget(() => Promise.reject(new Error('It failed.'))).catch(() => undefined)
      const after = timeLeft()
      await setTimeout(20)
      return { during, after, later: timeLeft() }
    },
    { storageMs: 60_000 },
  )
  const [before, still] = seen.during
  expect(before).toBeLessThanOrEqual(60_000)
  expect(still).toBe(before)
  expect(seen.later).toBeLessThan(seen.after)
})

const within = <T>(spare: number, work: () => T) =>
  withRequestContext('dev', () => Promise.resolve(work()), { spare })

test('optional requests are spent until too few are left, or those that are kept', async () => {
  expect(
    await within(5, () => [maySpend(2), maySpend(), maySpend(3), maySpend(1, 2), maySpend(1, 1)]),
  ).toEqual([true, true, false, false, true])
  expect(await within(1, () => [maySpend(), maySpend()])).toEqual([true, false])
})

test('work that begins again may spend what it could spend before', async () => {
  const spent = await within(2, () => {
    const beginAgain = allowance()
    const before = [maySpend(2), maySpend()]
    beginAgain()
    return [...before, maySpend(2), maySpend()]
  })
  expect(spent).toEqual([true, false, true, false])
})

test('two requests have an allowance and a count of their own', async () => {
  const spent = await Promise.all([within(1, () => maySpend()), within(1, () => maySpend())])
  expect(spent).toEqual([true, true])
  const [one, other] = await Promise.all([within(1, storageUse), within(1, storageUse)])
  expect(one).toEqual({ requests: 0 })
  expect(one).not.toBe(other)
})

test('later work is kept once for each name, and outside a request it is not', async () => {
  const [first, second] = [() => Promise.resolve(1), () => Promise.resolve(2)]
  const later = await within(0, () => {
    afterAnswer('fold', first)
    afterAnswer('fold', second)
    afterAnswer('sweep', first)
    return [...laterWork()]
  })
  expect(later).toEqual([
    ['fold', second],
    ['sweep', first],
  ])
  afterAnswer('fold', first)
  expect(laterWork().size).toBe(0)
})

test('a script has all the time, and must say its deploy context', async () => {
  expect(timeLeft()).toBe(Infinity)
  expect(maySpend(1_000_000)).toBe(true)
  expect(isVisitors()).toBe(false)
  const unsaid = withRequestContext(undefined, () => Promise.resolve().then(deployContext))
  await expect(unsaid).rejects.toThrow('The deploy context is not said.')
  useDevContext()
  expect(deployContext()).toBe('dev')
})
