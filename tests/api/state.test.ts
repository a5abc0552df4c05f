import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import { investor } from '#forms/investor.ts'
import { careers } from '#forms/careers.ts'
import { forms } from '#forms/index.ts'
import * as kv from '#server/storage/kv.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { useOwnStudio } from '../own-studio.ts'
import { answersTo } from './answers.ts'
import { join } from './entries.ts'
import { answerTo, asAdmin, change, newMessage, pageOf, type InboxRecord } from './inbox.ts'
import { askRecords, interceptStorage, send, signIn, useStudio } from './studio.ts'

useOwnStudio()
useStudio()

const untouched = { seenAt: null, answeredAt: null, note: null, version: 0 }
const read = (path: string) => answerTo<InboxRecord>(path)
const stateOf = async (path: string) => (await read(path)).state

test('a record shows its state, and reading it changes nothing', async () => {
  const path = await newMessage()
  const first = await read(path)
  expect(first.state).toEqual({ ...untouched, dueAt: expect.any(String) as string })
  expect(await read(path)).toEqual(first)
  const { note, ...others } = first.state ?? {}
  const [listed] = (await pageOf('contact-submissions?limit=1')).items
  expect(note).toBeNull()
  expect(listed?.state).toEqual({ ...others, hasNote: false })
})

test.each([contact, investor, eir, careers])('a reply to $noun is due', async (form) => {
  await send(form, await answersTo(form))
  const [one] = (await pageOf(`${form.collection}?limit=1`)).items
  const due = one?.state?.dueAt ?? null
  if (form === careers) expect(due).toBeNull()
  else if (form === contact)
    expect(Date.parse(due ?? '')).toBe(Date.parse(one?.createdAt ?? '') + 86_400_000)
  else expect(due).toMatch(/T18:30:00\.000Z$/)
})

test('seen and answered keep their first time and are independent', async () => {
  const path = await newMessage()
  const seen = (await change(path, { seen: true })).state
  expect(seen).toMatchObject({ ...untouched, seenAt: expect.stringMatching(/^20.*Z$/) as string })
  const answered = (await change(path, { answered: true })).state
  expect(answered).toMatchObject({ ...seen, answeredAt: expect.stringMatching(/Z$/) as string })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000)
  expect((await change(path, { seen: true, answered: true })).state).toEqual(answered)
  expect((await change(path, { answered: false })).state).toEqual(seen)
  expect((await change(path, { seen: false })).state).toEqual({ ...seen, seenAt: null })
})

test('a change says if everything was so already', async () => {
  const path = await newMessage()
  for (const mark of [{ answered: true }, { seen: true }, { answered: false }]) {
    expect(await change(path, mark)).not.toHaveProperty('isUnchanged')
    expect(await change(path, mark)).toHaveProperty('isUnchanged', true)
  }
  const note = { note: 'Call her.', version: 0 }
  expect(await change(path, { ...note, seen: true })).not.toHaveProperty('isUnchanged')
  expect(await change(path, { ...note, version: 1 })).toHaveProperty('isUnchanged', true)
  expect(await read(path)).not.toHaveProperty('isUnchanged')
})

test('a mark that is taken back and set again within a minute keeps its first time', async () => {
  const path = await newMessage()
  const first = (await change(path, { seen: true, answered: true })).state
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  now += 60_000
  for (const mark of ['seen', 'answered']) {
    await change(path, { [mark]: false })
    now += 59_000
    expect((await change(path, { [mark]: true })).state).toEqual(first)
  }
  // A minute later it is a new answer, whatever else was taken back meanwhile.
  await change(path, { answered: false })
  now += 60_000
  await change(path, { seen: false })
  const again = (await change(path, { seen: true, answered: true })).state
  expect(again).toEqual({ ...first, answeredAt: new Date(now).toISOString() })
})

test('a note replaces the version that its writer has seen', async () => {
  const path = await newMessage()
  const first = await change(path, { note: ' Call her.\r\nTuesday? ', version: 0 })
  expect(first.state).toMatchObject({ note: 'Call her.\nTuesday?', version: 1 })
  const [listed] = (await pageOf('contact-submissions?limit=1')).items
  expect(listed?.state).toMatchObject({ hasNote: true, version: 1 })
  expect(listed?.state).not.toHaveProperty('note')

  const late = await asAdmin(path, 'PATCH', { note: 'No, Monday.', version: 0, answered: true })
  expect(late.status).toBe(409)
  expect(await late.json()).toEqual({ error: expect.any(String) as string, state: first.state })
  expect(await read(path)).toEqual(first)

  // The same note and other changes keep the version.
  expect((await change(path, { note: 'Call her.\nTuesday?', version: 1 })).state?.version).toBe(1)
  expect((await change(path, { seen: true })).state?.version).toBe(1)
  expect((await change(path, { note: '', version: 1 })).state).toMatchObject({
    note: null,
    version: 2,
  })
  const longest = 'x'.repeat(4_000)
  expect((await change(path, { note: longest, version: 2 })).state?.note).toBe(longest)
})

test('of parallel notes one is kept, and the others get a conflict', async () => {
  const path = await newMessage()
  const notes = ['one', 'two', 'three', 'four']
  const answers = await Promise.all(
    notes.map((note) => asAdmin(path, 'PATCH', { note, version: 0 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const { note } = (await stateOf(path)) ?? {}
  for (const answer of answers) {
    const { state } = (await answer.json()) as InboxRecord
    expect(state).toMatchObject({ note, version: 1 })
  }
})

test.each([
  [{}],
  [{ version: 0 }],
  [{ seen: 'yes' }],
  [{ seen: null }],
  [{ answered: 1 }],
  [{ note: 5, version: 0 }],
  [{ note: 'no version' }],
  [{ note: 'x'.repeat(4_001), version: 0 }],
  [{ note: 'x', version: '0' }],
  [{ note: 'x', version: -1 }],
  [{ note: 'x', version: 0.5 }],
  [{ seen: true, isHeld: true }],
  [{ seen: true, id: 'x' }],
  ['{"seen":true,"__proto__":{"answered":true}}'],
])('%o changes nothing', async (body) => {
  const path = await newMessage()
  const before = await read(path)
  const answer = await asAdmin(path, 'PATCH', body)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ error: expect.any(String) as string })
  expect(await read(path)).toEqual(before)
})

test('invalid JSON and requests from other sites change nothing', async () => {
  const path = await newMessage()
  const { cookie } = await signIn()
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  const asked = (headers: Record<string, string>, body = '{"seen":true}') =>
    askRecords(path, { method: 'PATCH', headers, body })
  expect((await asked({ ...own, 'content-type': 'text/plain' })).status).toBe(415)
  expect((await asked(own, '{"seen":')).status).toBe(400)
  expect((await asked({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await asked({ cookie })).status).toBe(403)
  expect((await asked({ 'sec-fetch-site': 'same-origin' })).status).toBe(401)
  expect((await stateOf(path))?.seenAt).toBeNull()
})

test('a removed or unknown record cannot be changed', async () => {
  const path = await newMessage()
  await answerTo(path, 'DELETE')
  for (const one of [path, 'contact-submissions/8208000000000-0123456789ab', `${path}x`]) {
    expect((await asAdmin(one, 'PATCH', { seen: true })).status).toBe(404)
  }
  expect(await kv.get(path.replace(/^/, 'state/'))).toBeNull()
})

test('a held record shows no state, accepts none and keeps its old one for its release', async () => {
  const path = await newMessage({ honeypot: 'https://spam.test' })
  expect(await read(`${path}?state=held`)).not.toHaveProperty('state')
  const [listed] = (await pageOf('contact-submissions?state=held&limit=1')).items
  expect(listed).not.toHaveProperty('state')
  for (const query of ['', '?state=held']) {
    expect((await asAdmin(path + query, 'PATCH', { seen: true })).status).toBe(404)
  }
  await answerTo(`${path}/release`, 'POST')
  const first = await read(path)
  expect(first.state).toEqual({
    ...untouched,
    dueAt: new Date(Date.parse(first.createdAt) + 86_400_000).toISOString(),
  })

  await change(path, { seen: true, answered: true, note: 'Met in May', version: 0 })
  const { id, createdAt, state } = await read(path)
  const same = { ok: true, id, isUnchanged: true }
  for (const moved of [{ ok: true, id }, same]) {
    expect(await answerTo(`${path}/hold`, 'POST')).toEqual(moved)
    expect(await read(`${path}?state=held`)).toMatchObject({ signals: ['honeypot', 'by hand'] })
    expect((await asAdmin(path)).status).toBe(404)
    expect((await asAdmin(path, 'PATCH', { seen: false })).status).toBe(404)
  }
  for (const moved of [{ ok: true, id }, same]) {
    expect(await answerTo(`${path}/release`, 'POST')).toEqual(moved)
  }
  // The released record is new again, with its old dates.
  const released = await read(path)
  expect(released).toMatchObject({ id, createdAt, state: { ...state, seenAt: null } })
  expect((await pageOf('contact-submissions?state=held')).items).toEqual([])

  // The Undo of a release gives back the reasons that there were.
  await answerTo(`${path}/hold?undo=yes`, 'POST')
  expect(await read(`${path}?state=held`)).toMatchObject({ signals: ['honeypot', 'by hand'] })
  const other = await newMessage({ honeypot: 'https://spam.test' })
  await answerTo(`${other}/release`, 'POST')
  await answerTo(`${other}/hold?undo=yes`, 'POST')
  expect(await read(`${other}?state=held`)).toMatchObject({ signals: ['honeypot'] })
  // A hold by hand of what is held already adds no reason.
  expect(await answerTo(`${other}/hold`, 'POST')).toMatchObject({ isUnchanged: true })
  expect(await read(`${other}?state=held`)).toMatchObject({ signals: ['honeypot'] })
})

test('an entry of a waitlist has a state and no due time', async () => {
  const { id } = (await (await join('state@engine.test')).json()) as { id: string }
  const path = `waitlist/entries/${id}`
  expect((await read(path)).state).toEqual({ ...untouched, dueAt: null })
  const changed = await change(`${path}?projectSlug=calmist`, { seen: true, note: 'x', version: 0 })
  expect(changed.state).toMatchObject({ note: 'x', version: 1, dueAt: null })
  expect(await read(path)).toEqual(changed)
})

test('a change that could not be stored gets an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const path = await newMessage()
  const headers = { ...(await signIn()), 'sec-fetch-site': 'same-origin' }
  const putBack = interceptStorage((storage) => (input, init) => {
    const isWrite = init?.method?.toLowerCase() === 'put'
    return isWrite ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init)
  })
  const body = { note: 'Lost?', version: 0 }
  const answer = await askRecords(path, { method: 'PATCH', headers, body })
  putBack()
  expect(answer.status).toBe(503)
  expect(answer.headers.has('retry-after')).toBe(true)
  expect((await stateOf(path))?.note).toBeNull()
})

test('a search finds notes, answers and the reference, in held records too', async () => {
  const path = await newMessage({ message: 'A long story of Ürümqi', company: 'Kaşgar Ltd' })
  const id = path.split('/')[1] ?? ''
  await change(path, { note: 'Ring back from Łódź', version: 0 })
  const found = async (search: string, query = '') =>
    (await pageOf(`contact-submissions?search=${encodeURIComponent(search)}${query}`)).items
  const words = ['lodz', 'RING ürümqi', 'kasgar back', id.slice(-12), `story ${id}`]
  for (const held of [false, true]) {
    if (held) await answerTo(`${path}/hold`, 'POST')
    const query = held ? '&state=held' : ''
    for (const search of words)
      expect((await found(search, query)).map((one) => one.id)).toEqual([id])
    expect(await found('lodz nowhere', query)).toEqual([])
    expect(await found('lodz', held ? '' : '&state=held')).toEqual([])
  }
})

test.each(forms.map((form) => [form.noun, form] as const))(
  'a %s that is held by hand and released keeps its position, age and due time',
  async (_, form) => {
    await send(form, await answersTo(form))
    const answer = await send(form, await answersTo(form))
    expect(answer.status).toBe(201)
    const [app] = await waitlistProjects()
    const list = form.splitBy ? `waitlist/entries?projectSlug=${app?.slug}` : form.collection
    const asked = (query: string) => pageOf(`${list}${form.splitBy ? '&' : '?'}${query}`)
    const before = await asked('limit=9')
    // The second record has one before and after it.
    const [, one] = before.items
    const path = `${list.replace(/\?.*/, '')}/${one?.id}`
    await change(path, { note: 'Who is that?', version: 0 })
    const { createdAt, state } = await read(path)
    const moved = { ok: true, id: one?.id }
    const same = { ...moved, isUnchanged: true }
    for (const answer of [moved, same]) {
      expect(await answerTo(`${path}/hold`, 'POST')).toEqual(answer)
      const held = await asked('state=held&limit=1')
      expect(held.items).toMatchObject([{ id: one?.id, signals: ['by hand'] }])
      expect([held.counts.held, held.counts.new]).toEqual([
        before.counts.held + 1,
        before.counts.new - 1,
      ])
    }
    for (const answer of [moved, same]) {
      expect(await answerTo(`${path}/release`, 'POST')).toEqual(answer)
      expect(await read(path)).toMatchObject({ createdAt, state })
      const after = await asked('limit=9')
      expect(after.counts).toEqual(before.counts)
      expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
    }
  },
)

test('an unknown record cannot be held or released, and another site can do neither', async () => {
  const path = await newMessage()
  for (const act of ['hold', 'release']) {
    const nowhere = `contact-submissions/8208000000000-0123456789ab/${act}`
    expect((await asAdmin(nowhere, 'POST')).status).toBe(404)
    const headers = { ...(await signIn()), 'sec-fetch-site': 'cross-site' }
    const foreign = await askRecords(`${path}/${act}`, { method: 'POST', headers })
    expect(foreign.status).toBe(403)
  }
  expect((await read(path)).state).toBeDefined()
})
