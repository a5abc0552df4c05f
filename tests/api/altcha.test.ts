import { randomUUID } from 'node:crypto'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forms } from '#forms/index.ts'
import { answersTo } from './answers.ts'
import { spend, verifyToken } from '#server/spam/bot-check.ts'
import { askForm, requestsOf, solved, tokenOf, useStudio } from './studio.ts'
import { runs } from '../runs.ts'

useStudio()
afterEach(() => vi.useRealTimers())

describe.each(forms.map((form) => [form.name, form] as const))('the %s form', (name, form) => {
  const send = async (captchaToken: string, key: string = randomUUID(), answers?: object) => {
    const body = { ...(answers ?? (await answersTo(form))), captchaToken }
    return askForm(name, { body, headers: { 'idempotency-key': key } })
  }

  test('accepts the proof of work of a browser', async () => {
    const query = `challenge?action=${form.captchaAction}`
    const challenge = (await (await askForm(query, { method: 'GET' })).json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    if (!solution) throw new Error('The challenge has no solution.')
    expect((await send(tokenOf({ challenge, solution }))).status).toBe(201)
  })

  test('asks for as much work as the setting says', async () => {
    vi.stubEnv('PUZZLE_TRIES', '3')
    const query = `challenge?action=${form.captchaAction}`
    const challenge = (await (await askForm(query, { method: 'GET' })).json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    expect(solution?.counter).toBeLessThanOrEqual(3)
  })

  test('accepts a proof of work for its own action only', async () => {
    expect((await send(tokenOf(await solved(form.captchaAction)))).status).toBe(201)
    const others = ['login', ...forms.filter((other) => other !== form).map((f) => f.captchaAction)]
    for (const action of others) {
      const answer = await send(tokenOf(await solved(action)))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ error: form.failure })
    }
  })

  test('accepts a proof once, also in ten attempts at once', async () => {
    const tokens = await Promise.all(
      Array.from({ length: runs(20) }, async () => tokenOf(await solved(form.captchaAction))),
    )
    for (const token of tokens) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)))
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
    }
  })

  test('accepts a proof again for the same attempt', async () => {
    const token = tokenOf(await solved(form.captchaAction))
    const [key, answers] = [randomUUID(), await answersTo(form)]
    const [first, again] = [await send(token, key, answers), await send(token, key, answers)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(await first.json())
  })

  const verify = (sent: unknown) => verifyToken(sent, form, 'localhost')
  async function verified(sent: unknown) {
    const checked = await verify(sent)
    if (!checked) throw new Error('This token shows nothing.')
    return checked
  }
  const refused = { status: 400, message: form.failure }

  test('reads only the challenge and its solution', async () => {
    const beside = { hmacAlgorithm: 'SHA-512', counterMode: 'string', hmacSignatureSecret: 'mine' }
    const made = { ...(await solved(form.captchaAction)), ...beside }
    expect((await send(tokenOf(made))).status).toBe(201)
  })

  test('checks the whole proof without storage and spends it with one request', async () => {
    const proof = tokenOf(await solved(form.captchaAction))
    const other = tokenOf(await solved('login'))
    const judging = await requestsOf(async () => {
      await verify(proof)
      for (const wrong of [other, 'e30=', `${proof} `, 'é', '', 7, undefined]) {
        expect(await verify(wrong)).toBeNull()
      }
    })
    expect(judging).toBe(0)
    const checked = await verified(proof)
    const key = randomUUID()
    expect(await requestsOf(async () => expect(await spend(checked, key)).toEqual([]))).toBe(1)
    // The same attempt may spend it again, another one may not.
    expect(await spend(await verified(proof), key)).toEqual([])
    await expect(spend(await verified(proof), randomUUID())).rejects.toMatchObject(refused)
  })

  test('accepts a proof for twenty minutes', async () => {
    const tokens = [await solved(form.captchaAction), await solved(form.captchaAction)].map(tokenOf)
    const minutes = 60_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 19 * minutes })
    expect((await send(tokens[0] ?? '')).status).toBe(201)
    vi.setSystemTime(Date.now() + 2 * minutes)
    expect((await send(tokens[1] ?? '')).status).toBe(400)
    expect(await verify(tokens[1])).toBeNull()
  })

  test('refuses a proof with any change', async () => {
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
    for (const made of changed) {
      expect((await send(tokenOf(made))).status).toBe(400)
      expect(await verify(tokenOf(made))).toBeNull()
    }
    expect((await send(tokenOf({ challenge, solution }))).status).toBe(201)
  })
})
