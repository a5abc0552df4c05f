import { randomUUID } from 'node:crypto'
import { solveChallenge, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forms } from '#forms/index.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { answersTo } from './answers.ts'
import { askForm, useStudio } from './studio.ts'

useStudio()
afterEach(() => vi.useRealTimers())

/** A challenge that costs one derivation, and its solution. */
async function solved(action: string) {
  const challenge = await issueChallenge(action, 1)
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
  if (!solution) throw new Error('The challenge has no solution.')
  return { challenge, solution }
}

const tokenOf = (made: { challenge: Challenge; solution: Solution }) =>
  Buffer.from(JSON.stringify(made)).toString('base64')

describe.each(forms.map((form) => [form.name, form] as const))('the %s form', (name, form) => {
  const send = async (captchaToken: string, key: string = randomUUID(), answers?: object) => {
    const body = { ...(answers ?? (await answersTo(form))), captchaToken }
    return askForm(name, { body, headers: { 'idempotency-key': key } })
  }

  test('takes a proof of work for its own action only', async () => {
    expect((await send(tokenOf(await solved(form.captchaAction)))).status).toBe(201)
    const others = ['login', ...forms.filter((other) => other !== form).map((f) => f.captchaAction)]
    for (const action of others) {
      const answer = await send(tokenOf(await solved(action)))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ error: form.failure })
    }
  })

  test('takes it once: of a thousand attempts with a hundred of them, a hundred pass', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 100 }, async () => tokenOf(await solved(form.captchaAction))),
    )
    const passed = await Promise.all(
      tokens.map(async (token) => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)))
        return answers.map(({ status }) => status).filter((status) => status !== 400)
      }),
    )
    expect(passed).toEqual(tokens.map(() => [201]))
  })

  test('takes it again for the same attempt', async () => {
    const token = tokenOf(await solved(form.captchaAction))
    const [key, answers] = [randomUUID(), await answersTo(form)]
    const ids = [await send(token, key, answers), await send(token, key, answers)].map((answer) =>
      answer.json(),
    )
    expect(await ids[0]).toEqual(await ids[1])
  })

  test('takes it for twenty minutes', async () => {
    const tokens = [await solved(form.captchaAction), await solved(form.captchaAction)].map(tokenOf)
    const minutes = 60_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 19 * minutes })
    expect((await send(tokens[0] ?? '')).status).toBe(201)
    vi.setSystemTime(Date.now() + 2 * minutes)
    expect((await send(tokens[1] ?? '')).status).toBe(400)
  })

  test('refuses whatever was changed in it', async () => {
    const { challenge, solution } = await solved(form.captchaAction)
    const { parameters } = challenge
    const later = (parameters.expiresAt ?? 0) + 3_600
    const other = await solved(form.captchaAction)
    const changed = [
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: later } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      {
        challenge: { ...challenge, parameters: { ...parameters, nonce: 'f'.repeat(32) } },
        solution,
      },
      { challenge: { ...challenge, signature: other.challenge.signature ?? '' }, solution },
      { challenge, solution: { ...solution, derivedKey: other.solution.derivedKey } },
      { challenge, solution: { ...solution, derivedKey: '' } },
    ]
    for (const made of changed) expect((await send(tokenOf(made))).status).toBe(400)
    expect((await send(tokenOf({ challenge, solution }))).status).toBe(201)
  })
})
