import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mintAttemptKey } from '#forms/attempt.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { startRecaptcha, type Recaptcha } from '../stand-in-recaptcha.ts'
import { answersTo } from './answers.ts'
import { signalsOf } from './stored-signals.ts'
import { askForm, interceptStorage, token, told, useStudio } from './studio.ts'

useStudio()

let google: Recaptcha
beforeAll(async () => {
  google = await startRecaptcha()
})
afterAll(() => google.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(google.settings)) vi.stubEnv(name, value)
  google.behaviour.verdict = 'works'
})

type Sent = { captchaToken?: string; honeypot?: string }

async function send(form: Form, sent: Sent, key: string = randomUUID(), answers?: object) {
  const body = { ...(answers ?? (await answersTo(form))), ...sent }
  return askForm(form.name, { body, headers: { 'idempotency-key': key } })
}

/** The log may say why a verdict is missing, but nothing about the visitor. */
const expectLog = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

const unavailable = ['bot check unavailable']

describe.each(forms.map((form) => [form.name, form] as const))('the %s form', (_, form) => {
  const action = form.captchaAction
  const mine = { action, hostname: 'localhost' }
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

  const passed: [string, () => string, string[] | undefined][] = [
    ['a good token', () => google.mint(mine), undefined],
    [
      'a token of two minutes ago',
      () => google.mint({ ...mine, challenge_ts: ago(119) }),
      undefined,
    ],
    ['the longest token', () => google.mint(mine, 'x'.repeat(4_096)), undefined],
    ['the lowest score', () => google.mint({ ...mine, score: 0.5 }), undefined],
    ['a low score', () => google.mint({ ...mine, score: 0.49 }), ['low score']],
    ['no score', () => google.mint({ ...mine, score: 0 }), ['low score']],
  ]
  test.each(passed)('%s is stored', async (_, mint, signals) => {
    const answer = await send(form, { captchaToken: mint() })
    expect(answer.status).toBe(201)
    expect(await signalsOf(answer)).toEqual(signals)
  })

  const failed = (...codes: string[]) => google.mint({ success: false, 'error-codes': codes })
  const refused: [string, () => string | Promise<string>][] = [
    ['an invented token', () => '03Ainvented'],
    [
      'a replayed token',
      async () => {
        const spent = google.mint(mine)
        await send(form, { captchaToken: spent })
        return spent
      },
    ],
    ['an expired token', () => failed('timeout-or-duplicate')],
    ['a token for another action', () => google.mint({ ...mine, action: 'login' })],
    ['a token of another host', () => google.mint({ ...mine, hostname: 'evil.example' })],
    [
      'a token of a host that contains ours',
      () => google.mint({ ...mine, hostname: 'localhost.evil.example' }),
    ],
    ['an old token', () => google.mint({ ...mine, challenge_ts: ago(121) })],
    ['a low score for another action', () => google.mint({ ...mine, action: 'login', score: 0 })],
    ['no token', () => ''],
    ['a token that is too long', () => google.mint(mine, 'x'.repeat(4_097))],
  ]
  test.each(refused)('%s is refused', async (_, mint) => {
    const answer = await send(form, { captchaToken: await mint() })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: form.failure })
  })

  test.each(['a token', 'tökën', 'token\n', '\u0000', 'x'.repeat(4_097)])(
    'a token that no provider creates (%j) is not sent to Google',
    async (captchaToken) => {
      const before = google.asked.length
      expect((await send(form, { captchaToken })).status).toBe(400)
      expect(google.asked).toHaveLength(before)
    },
  )

  test('a spent proof of work is not sent to Google', async () => {
    const captchaToken = await token(action)
    const before = google.asked.length
    const answers = [await send(form, { captchaToken }), await send(form, { captchaToken })]
    expect(answers.map(({ status }) => status)).toEqual([201, 400])
    expect(google.asked).toHaveLength(before)
  })

  test.each(['status 500', 'hangs', 'garbage', 'another kind', 'moved'] as const)(
    'submissions are held while the provider’s verdict is: %s',
    async (verdict) => {
      const log = expectLog()
      google.behaviour.verdict = verdict
      const answer = await send(form, { captchaToken: google.mint(mine) })
      expect(answer.status).toBe(201)
      expect(await signalsOf(answer)).toEqual(unavailable)
      expect(log.mock.calls).toEqual([[expect.stringMatching(/^reCAPTCHA gave no verdict \(.+\)/)]])
      expect(google.asked).not.toContain('/elsewhere')
    },
  )

  const settings: [string, Record<string, string>][] = [
    ['a provider that is gone', { RECAPTCHA_ORIGIN: 'http://127.0.0.1:9' }],
    ['a provider’s address that is none', { RECAPTCHA_ORIGIN: 'google' }],
    ['a wrong secret', { RECAPTCHA_SECRET_KEY: 'wrong' }],
    ['no secret', { RECAPTCHA_SECRET_KEY: '' }],
    ['no site key', { RECAPTCHA_SITE_KEY: '' }],
  ]
  test.each(settings)('submissions are held with %s', async (_, setting) => {
    const log = expectLog()
    for (const [name, value] of Object.entries(setting)) vi.stubEnv(name, value)
    const answer = await send(form, { captchaToken: google.mint(mine) })
    expect(answer.status).toBe(201)
    expect(await signalsOf(answer)).toEqual(unavailable)
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^reCAPTCHA /)]])
  })

  test('a proof of work from an older page is held', async () => {
    const answer = await send(form, { captchaToken: await token(action) })
    expect(await signalsOf(answer)).toEqual(['other bot check'])
  })

  test('a proof of work passes while one of the two keys is missing', async () => {
    const log = expectLog()
    vi.stubEnv('RECAPTCHA_SECRET_KEY', '')
    const answer = await send(form, { captchaToken: await token(action) })
    expect(await signalsOf(answer)).toBeUndefined()
    expect(log).toHaveBeenCalledWith(expect.stringContaining('set RECAPTCHA_SECRET_KEY too'))
  })

  test('a retry after a lost answer needs no second verdict', async () => {
    const [key, answers] = [randomUUID(), await answersTo(form)]
    const captchaToken = google.mint(mine)
    const first = await send(form, { captchaToken }, key, answers)
    const before = google.asked.length
    const retry = await send(form, { captchaToken }, key, answers)
    expect(retry.status).toBe(201)
    expect(await retry.json()).toEqual(await first.json())
    expect(google.asked).toHaveLength(before)
  })

  test('a held submission gets the same answer as an ordinary one', async () => {
    expectLog()
    const alike = async (sent: Sent, key?: string) => {
      const answer = await send(form, { captchaToken: google.mint(mine), ...sent }, key)
      const body = (await answer.json()) as { id: string }
      return [answer.status, told(answer), { ...body, id: typeof body.id }, body.id.length]
    }
    const ordinary = await alike({})
    expect(await alike({ captchaToken: google.mint({ ...mine, score: 0.1 }) })).toEqual(ordinary)
    expect(await alike({ honeypot: 'https://spam.test' })).toEqual(ordinary)
    expect(await alike({}, mintAttemptKey())).toEqual(ordinary)
    expect(await alike({ captchaToken: await token(action) })).toEqual(ordinary)
    google.behaviour.verdict = 'status 500'
    expect(await alike({})).toEqual(ordinary)
  })
})

test.each([100, 1_000, 3_000])(
  'with storage %i ms late and a hanging provider the answer comes in time',
  async (late) => {
    expectLog()
    google.behaviour.verdict = 'hangs'
    const captchaToken = google.mint({ action: contact.captchaAction, hostname: 'localhost' })
    // Only waiting for storage or the provider advances this clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      vi.advanceTimersByTime(ms)
      return AbortSignal.abort()
    })
    const putBack = interceptStorage((storage) => async (input, init) => {
      for (let ms = 0; ms < late && !init?.signal?.aborted; ms += 50) {
        await vi.advanceTimersByTimeAsync(50)
      }
      init?.signal?.throwIfAborted()
      return storage(input, init)
    })
    const began = performance.now()
    const answer = await send(contact, { captchaToken }).finally(putBack)
    const took = performance.now() - began
    vi.useRealTimers()
    expect(took).toBeGreaterThan(2_500)
    expect(took).toBeLessThan(8_500)
    // The provider's time does not count against storage, so a slow storage still succeeds.
    expect([201, ...(late < 1_000 ? [] : [503])]).toContain(answer.status)
  },
)
