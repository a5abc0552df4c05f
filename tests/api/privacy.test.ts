import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { mintAttemptKey } from '#forms/attempt.ts'
import { inWords } from '../../src/text/numbers.ts'
import { askForm, askSession, message, ownPage, signIn, token, useStudio } from './studio.ts'
import { signalsOf } from './stored-signals.ts'

useStudio()

/** The privacy policy states times, and the functions must use the same. */
const text = readFileSync('content/legal/privacy-policy.mdx', 'utf8')

/** The number between these words in the policy, in digits or in words. */
function said(before: string, after: string): number {
  const [, words = ''] = new RegExp(`${before} (\\S+) ${after}`).exec(text) ?? []
  const written = Array.from({ length: 100 }, (_, count) => inWords(count)).indexOf(words)
  const number = written === -1 ? Number(words) : written
  if (!(number > 0)) throw new Error(`The text has no number between “${before}” and “${after}”.`)
  return number
}

/** Stops the functions' clock at this many milliseconds after the start. */
const began = Date.now()
const itIs = (laterMs: number) => vi.spyOn(Date, 'now').mockReturnValue(began + laterMs)

/** Sends a message from an address and returns its stored signals. */
async function signalsAbout(address: string, key?: string) {
  const body = { ...message, captchaToken: await token() }
  const headers = key ? { 'idempotency-key': key } : {}
  return signalsOf(await askForm('contact', { body, address, headers }))
}

test('a form that is sent too quickly is held', async () => {
  const ms = said('sent within', 'seconds') * 1_000
  itIs(0)
  const key = (ago: number) => mintAttemptKey(began - ago)
  expect(await signalsAbout('198.51.100.1', key(ms - 1))).toEqual(['quick fill'])
  expect(await signalsAbout('198.51.100.1', key(ms))).toBeUndefined()
})

test('submissions from one address are counted over a time span', async () => {
  vi.stubEnv('FLOOD_LIMIT', '1')
  const ms = said('count submissions over', 'minutes') * 60_000
  itIs(0)
  expect(await signalsAbout('198.51.100.2')).toBeUndefined()
  expect(await signalsAbout('198.51.100.3')).toBeUndefined()
  itIs(ms)
  expect(await signalsAbout('198.51.100.2')).toEqual(['flood'])
  itIs(ms + 1)
  expect(await signalsAbout('198.51.100.3')).toBeUndefined()
})

test('an unused session ends', async () => {
  const ms = said('a session ends after', 'minutes without use') * 60_000
  itIs(0)
  const headers = { ...(await signIn()), ...ownPage }
  const refresh = async () => (await askSession('refresh', { headers })).status
  itIs(ms)
  expect(await refresh()).toBe(200)
  itIs(ms + 1)
  expect(await refresh()).toBe(401)
})
