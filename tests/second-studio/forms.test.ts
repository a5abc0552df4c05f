import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { storedKeys } from '#forms/submission.ts'
import { waitlist } from '#forms/waitlist.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { answersTo } from '../api/answers.ts'
import { askExport, askRecords, askWaitlist, send, signIn, useStudio } from '../api/studio.ts'

useStudio()

const forms = [contact, investor, eir, careers].map((form) => [form.name, form] as const)

test.each(forms)('the %s form is sent, stored, listed and exported', async (_, form) => {
  const answers = await answersTo(form)
  expect((await send(form, answers)).status).toBe(201)
  const headers = await signIn()
  const list: unknown = await (await askRecords(form.collection, { headers })).json()
  expect(list).toMatchObject({ total: 1, items: [{ email: answers['email'] }] })
  for (const column of form.columns)
    expect((await askRecords(`${form.collection}?sort=${column}`, { headers })).status).toBe(200)
  const file = await (await askExport(`${form.collection}.csv`, { headers })).text()
  expect(file).toContain(['id', 'createdAt', ...storedKeys(form)].join(','))
  expect(file).toContain(answers['email'])
})

test('an application is for one of this studio’s roles', async () => {
  const answers = { ...(await answersTo(careers)), roleSlug: 'chief-revenue-officer' }
  expect((await send(careers, answers)).status).toBe(422)
})

test('a studio without apps has no waitlist: nobody can join, and its tab is empty', async () => {
  const entry = { email: 'ada@example.com', source: 'landing' }
  for (const projectSlug of ['', 'calmist', undefined]) {
    expect((await send(waitlist, { ...entry, projectSlug })).status).toBe(422)
  }
  const projects = await askWaitlist('projects', { headers: await signIn() })
  expect(await projects.json()).toEqual({ items: [], total: 0 })
})

/** A Friday evening in summer: midnight in Lisbon is 23:00 in Greenwich. */
const cameAt = '2026-07-03T21:30:00.000Z'

test.each([
  ['48 hours', contact, '2026-07-05T21:30:00.000Z'],
  ['one business day', investor, '2026-07-06T23:00:00.000Z'],
  ['three business days', eir, '2026-07-08T23:00:00.000Z'],
] as [string, Form, string][])('a reply within %s is due by its clock', async (_, form, due) => {
  const clock = await replyClockOf(form)
  expect(new Date(clock?.dueAt(Date.parse(cameAt)) ?? 0).toISOString()).toBe(due)
})
