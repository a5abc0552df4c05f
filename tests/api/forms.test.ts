import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { mintAttemptKey } from '#forms/attempt.ts'
import { storedKeys } from '#forms/submission.ts'
import { careers } from '#forms/careers.ts'
import { forms } from '#forms/index.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { total as count } from '#server/collections/counts.ts'
import { read } from '#server/collections/current.ts'
import { answersTo } from './answers.ts'
import { askForm, interceptStorage, send, token, told, useStudio } from './studio.ts'

useStudio()

describe.each(forms.map((form) => [form.name, form] as const))('the %s form', (_, form) => {
  const collectionFor = (answers: Record<string, unknown>) => collectionOf(form, answers)
  const total = async (answers: Record<string, unknown>) =>
    (await count(collectionFor(answers))).shown.rows
  const held = async (answers: Record<string, unknown>) =>
    (await count(collectionFor(answers))).held.rows

  test('stores exactly what it asks for', async () => {
    const answers = await answersTo(form)
    const answer = await send(form, { ...answers, isAdmin: true, id: 'mine' })
    expect(answer.status).toBe(201)
    const { id, ...rest } = (await answer.json()) as { id: string }
    expect(rest).toEqual(form.unique ? { ok: true, duplicate: false } : { ok: true })
    const stored = await read(collectionFor(answers), id)
    const asked = [...storedKeys(form), 'id', 'createdAt']
    expect(asked).toEqual(expect.arrayContaining(Object.keys(stored?.submission ?? {})))
    for (const key of storedKeys(form).filter((key) => key in answers)) {
      expect(stored?.submission[key], key).toEqual(answers[key])
    }
  })

  test('stores one record for fifty posts under one key', async () => {
    const answers = { ...(await answersTo(form)), captchaToken: await token(form.captchaAction) }
    const before = await total(answers)
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 50 }, () => send(form, answers, key)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1)
    expect(await total(answers)).toBe(before + 1)
  })

  test('refuses another content under a used key', async () => {
    const answers = await answersTo(form)
    const key = randomUUID()
    expect((await send(form, answers, key)).status).toBe(201)
    const before = await total(answers)
    const other = await send(form, { ...answers, email: 'other@example.com' }, key)
    expect(other.status).toBe(422)
    expect(await total(answers)).toBe(before)
  })

  test('answers a suspicious submission like any other and holds it', async () => {
    const answers = await answersTo(form)
    const before = [await total(answers), await held(answers)] as const
    const spam = { ...answers, email: `${randomUUID()}@spam.test`, honeypot: 'x' }
    const suspected = await send(form, spam)
    const hasty = await send(form, { ...spam, email: 'hasty@spam.test' }, mintAttemptKey())
    const ordinary = await send(form, answers)
    for (const one of [suspected, hasty]) {
      expect(one.status).toBe(ordinary.status)
      expect(told(one)).toEqual(told(ordinary))
    }
    const shape = async (one: Response) => Object.keys((await one.json()) as object)
    expect(await shape(suspected)).toEqual(await shape(ordinary))
    expect([await total(answers), await held(answers)]).toEqual([before[0] + 1, before[1] + 2])
  })

  test('reads a body up to its limit, to the byte', async () => {
    const answers = { ...(await answersTo(form)), captchaToken: 'none' }
    const pad = form === careers ? 'resumeFileBase64' : 'pad'
    const empty = Buffer.byteLength(JSON.stringify({ ...answers, [pad]: '' }))
    const fill = (size: number) => JSON.stringify({ ...answers, [pad]: 'x'.repeat(size - empty) })
    // The body was read, but has no bot check.
    expect((await askForm(form.name, { body: fill(form.bodyLimitBytes) })).status).toBe(400)
    expect((await askForm(form.name, { body: fill(form.bodyLimitBytes + 1) })).status).toBe(413)
  })

  test.each([503, 500, 429, 401, 403, 404])(
    'claims no success while storage answers %i, and uses its own message',
    async (status) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const answers = { ...(await answersTo(form)), captchaToken: await token(form.captchaAction) }
      const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status })))
      const answer = await send(form, answers)
      putBack()
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ error: form.failure })
      // Storage is back, and the same attempt succeeds.
      expect((await send(form, answers)).status).toBe(201)
    },
  )
})
