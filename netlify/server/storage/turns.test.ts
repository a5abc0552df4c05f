import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { storageUse, withRequestContext } from './budget.ts'
import { fetchWithRetry, useTransport } from './fetch-with-retry.ts'

/** Requests that were sent and not answered yet: who sent each, and how to answer it. */
let aborted = 0
const sent: { who: string; answer: () => void }[] = []

afterEach(async () => {
  while (sent.length > 0) await answerAll()
})

useTransport(
  (who, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        aborted++
        reject(new Error('Too late.'))
      })
      sent.push({
        who: who as string,
        answer: () => {
          resolve(new Response('there'))
        },
      })
    }),
)

async function answerAll(): Promise<void> {
  for (const { answer } of sent.splice(0)) answer()
  await sleep(1)
}

/** So many requests side by side. */
const ask = async (who: string, count: number, { isVisitors = false, ms = 60_000 } = {}) => {
  const answers = withRequestContext(
    undefined,
    () => Promise.all(Array.from({ length: count }, () => fetchWithRetry(who))),
    ms,
    { isVisitors },
  )
  await sleep(1)
  return { answers }
}

const underWay = () => [...new Set(sent.map(({ who }) => who))].sort()

test('at most 32 requests of an instance are under way, and all of them have their turn', async () => {
  const lists = await ask('a list', 100)
  const visitors = await ask('a visitor', 100, { isVisitors: true })
  let most = 0
  while (sent.length > 0) {
    most = Math.max(most, sent.length)
    await answerAll()
  }
  expect(most).toBe(32)
  for (const { answers } of [lists, visitors]) {
    expect(await Promise.all((await answers).map((one) => one.text()))).toHaveLength(100)
  }
})

test('a list leaves some places to visitors, and a visitor who waits goes before it', async () => {
  await ask('a list', 100)
  expect(sent).toHaveLength(24)
  await ask('a visitor', 20, { isVisitors: true })
  expect(sent.filter(({ who }) => who === 'a visitor')).toHaveLength(8)
  for (const { answer } of sent.splice(0, 20)) answer()
  await sleep(1)
  expect(sent.filter(({ who }) => who === 'a visitor')).toHaveLength(20)
})

test('what waits has not begun: only the time of its request ends it', async () => {
  await ask('a list', 24)
  const hasty = await ask('hasty', 1, { ms: 20 })
  const patient = await ask('patient', 1)
  expect((await hasty.answers)[0]?.status).toBe(418)
  // A try that is under way ends after a second and a half.
  await sleep(20)
  expect(underWay()).toEqual(['a list'])
  await answerAll()
  expect(underWay()).toEqual(['patient'])
  await answerAll()
  expect((await patient.answers)[0]?.status).toBe(200)
  // Outside a request nothing ends it.
  await ask('a list', 24)
  const endless = fetchWithRetry('endless')
  await answerAll()
  await answerAll()
  expect((await endless).status).toBe(200)
})

test('the second and a half of a try begin when it is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  aborted = 0
  await ask('a list', 24)
  const patient = await ask('patient', 1)
  vi.advanceTimersByTime(1_400)
  await answerAll()
  vi.advanceTimersByTime(1_400)
  expect(underWay()).toEqual(['patient'])
  await answerAll()
  expect((await patient.answers)[0]?.status).toBe(200)
  expect(aborted).toBe(0)
})

test('a request says why nothing was sent', async () => {
  await ask('a list', 24)
  const use = await withRequestContext(
    undefined,
    async () => {
      await fetchWithRetry('late')
      return storageUse()
    },
    5,
  )
  expect(use).toEqual({ requests: 0, trouble: 'no turn in time' })
})
