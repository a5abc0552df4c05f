import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { storageUse, withRequestContext } from './request-context.ts'
import { fetchWithRetry, useTransport } from './fetch-with-retry.ts'

/** Requests in flight, each with its sender and a way to answer it. */
let aborted = 0
const sent: { who: string; answer: () => void }[] = []

afterEach(async () => {
  while (sent.length > 0) await answerAll()
})

useTransport(
  (who, init) =>
    new Promise((resolve, reject) => {
      const request = {
        who: who as string,
        answer: () => {
          resolve(new Response('there'))
        },
      }
      init?.signal?.addEventListener('abort', () => {
        aborted++
        // A busy machine may be slower than a try.
        const at = sent.indexOf(request)
        if (at >= 0) sent.splice(at, 1)
        reject(new Error('Too late.'))
      })
      sent.push(request)
    }),
)

async function answerAll(): Promise<void> {
  for (const { answer } of sent.splice(0)) answer()
  await sleep(1)
}

/** Sends this many requests side by side. */
const ask = async (who: string, count: number, { isVisitors = false, ms = 60_000 } = {}) => {
  const answers = withRequestContext(
    undefined,
    () => Promise.all(Array.from({ length: count }, () => fetchWithRetry(who))),
    { storageMs: ms, isVisitors },
  )
  await sleep(1)
  return { answers }
}

const underWay = () => [...new Set(sent.map(({ who }) => who))].sort()

test('an instance has at most 32 requests in flight, and every request gets its turn', async () => {
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

test('lists leave some turns to visitors, and a waiting visitor goes first', async () => {
  await ask('a list', 100)
  expect(sent).toHaveLength(24)
  await ask('a visitor', 20, { isVisitors: true })
  expect(sent.filter(({ who }) => who === 'a visitor')).toHaveLength(8)
  for (const { answer } of sent.splice(0, 20)) answer()
  await sleep(1)
  expect(sent.filter(({ who }) => who === 'a visitor')).toHaveLength(20)
})

test('a waiting request ends only with the time of its context', async () => {
  await ask('a list', 24)
  const hasty = await ask('hasty', 1, { ms: 20 })
  const patient = await ask('patient', 1)
  expect((await hasty.answers)[0]?.status).toBe(418)
  // A sent request has its own timeout of 1.5 seconds.
  await sleep(20)
  expect(underWay()).toEqual(['a list'])
  await answerAll()
  expect(underWay()).toEqual(['patient'])
  await answerAll()
  expect((await patient.answers)[0]?.status).toBe(200)
  // Outside a request context there is no time limit.
  await ask('a list', 24)
  const endless = fetchWithRetry('endless')
  await answerAll()
  await answerAll()
  expect((await endless).status).toBe(200)
})

test('the timeout of 1.5 seconds starts when the request is sent', async () => {
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

test('the report says why a request was not sent', async () => {
  await ask('a list', 24)
  const use = await withRequestContext(
    undefined,
    async () => {
      await fetchWithRetry('late')
      return storageUse()
    },
    { storageMs: 5 },
  )
  expect(use).toEqual({ requests: 0, trouble: 'no turn in time' })
})
