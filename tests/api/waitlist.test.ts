import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import * as kv from '#server/storage/kv.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { apps } from '../content.ts'
import { entries, entriesOf, join } from './entries.ts'
import {
  askWaitlist,
  crashes,
  dieAt,
  interceptStorage,
  ownPage,
  requestsOf,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const added = { ok: true, id: expect.any(String) as unknown, duplicate: false }
const duplicate = { ok: true, duplicate: true }

test('an address is on a list once in any case and with spaces around it', async () => {
  const first = await join('ada@engine.test', { name: 'Ada' })
  expect([first.status, await first.json()]).toEqual([201, added])
  for (const email of ['ada@engine.test', ' ADA@Engine.TEST ']) {
    const again = await join(email)
    expect([again.status, await again.json()]).toEqual([200, duplicate])
  }
  expect(await entriesOf('ada@engine.test')).toHaveLength(1)
})

test('a look-alike address does not take another one’s place', async () => {
  expect((await join('ｖictim²@engine.test')).status).toBe(422)
  const victim = await join('victim2@engine.test')
  expect([victim.status, await victim.json()]).toEqual([201, added])
})

test('lists are separate and use their app’s name', async () => {
  const [app] = apps
  const email = 'two-lists@engine.test'
  await join(email)
  const other = await join(email, { projectSlug: app?.waitlist, projectName: 'Mine' })
  expect(other.status).toBe(201)
  const { items } = await entries('', app?.waitlist)
  expect(items).toMatchObject([{ email, projectName: app?.name }])
})

test('fifty parallel sign-ups of one address make one entry and 49 duplicates', async () => {
  const email = 'fifty@engine.test'
  // A busy machine may have no answer in time; then a person sends the same again.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  async function joinAtLast(captchaToken: string) {
    const key = randomUUID()
    for (;;) {
      const answer = await join(email, { captchaToken }, key)
      if (answer.status !== 503) return answer
    }
  }
  const tokens = await Promise.all(Array.from({ length: 50 }, () => token('waitlist_form')))
  const answers = await Promise.all(tokens.map(joinAtLast))
  for (const [words] of said.mock.calls) expect(String(words)).toContain('StorageDown')
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201])
  expect(await entriesOf(email)).toHaveLength(1)
})

test('a retry is not a duplicate of itself', async () => {
  const key = randomUUID()
  const first: unknown = await (await join('retry@engine.test', {}, key)).json()
  const again = await join('retry@engine.test', {}, key)
  expect([again.status, await again.json()]).toEqual([201, first])
})

test('a duplicate’s attempt can be repeated a hundred times', async () => {
  await join('often@engine.test')
  const [key, captchaToken] = [randomUUID(), await token('waitlist_form')]
  const statuses = []
  for (let i = 0; i < 102; i++) {
    statuses.push((await join('often@engine.test', { captchaToken }, key)).status)
  }
  expect(statuses.slice(0, 101)).toEqual(Array.from({ length: 101 }, () => 200))
  expect(statuses[101]).toBe(503)
})

test('a deleted address can join again', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'gone@engine.test'
  const { id } = (await (await join(email)).json()) as { id: string }
  const remove = () => askWaitlist(`entries/${id}`, { method: 'DELETE', headers })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect(await entriesOf(email)).toEqual([])
  expect((await join(email)).status).toBe(201)
  expect(await entriesOf(email)).toHaveLength(1)
})

/** Number of requests to storage. */
const SIGN_UP = 7

test('the crash tests cover every storage request of a sign-up', async () => {
  const captchaToken = await token('waitlist_form')
  expect(await requestsOf(() => join('counted@steps.test', { captchaToken }))).toBe(SIGN_UP)
})

test.each(crashes(SIGN_UP))(
  'the next sign-up completes one that crashed $when step $step',
  async ({ step, when, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `crash-${when}-${step}@engine.test`
    const captchaToken = await token('waitlist_form')
    const key = randomUUID()
    const revive = dieAt(step, isAfter)
    const broken = await join(email, { captchaToken }, key)
    revive()
    const before = await entriesOf(email)
    if (broken.status === 201) expect(before).toHaveLength(1)
    else expect(broken.status).toBe(503)

    // A sign-up from another tab and a retry both get a true answer, and the entry stays single.
    const other = await join(email)
    expect(await entriesOf(email)).toHaveLength(1)
    const again = await join(email, {}, key)
    // Only the one who made the entry is told that it is new.
    expect([other.status, again.status].sort()).toEqual([200, 201])
    expect(await entriesOf(email)).toHaveLength(1)
    expect(await checkStore({ fix: false })).toEqual([])
  },
)

test('the claims on addresses are rebuilt from the entries', async () => {
  await join('lost-claim@engine.test')
  for (const claim of await kv.list('claim/')) await kv.remove(claim)
  expect(await checkStore({ fix: false })).not.toEqual([])
  await checkStore({ fix: true })
  expect(await checkStore({ fix: false })).toEqual([])
  expect((await join('lost-claim@engine.test')).status).toBe(200)
})

test('a sign-up takes the same few requests on every list', async () => {
  let requests = 0
  const captchaToken = await token('waitlist_form')
  const putBack = interceptStorage((storage) => (input, init) => {
    if (/claim|rec|gone/.test(decodeURIComponent(input as string))) requests++
    return storage(input, init)
  })
  await join('counted@engine.test', { captchaToken })
  putBack()
  // The attempt's claim is read and made, then the address's claim and the record are made.
  expect(requests).toBe(4)
})

test('the projects are the apps, in their order', async () => {
  const answer = await askWaitlist('projects', { headers: await signIn() })
  expect(await answer.json()).toEqual({
    items: apps.map(({ waitlist: slug, name }) => ({ id: slug, slug, name })),
    total: apps.length,
  })
})

test.each([
  'entries',
  'entries?projectSlug=gossip',
  'entries/9-x',
  'entries/9-x?projectSlug=calmist',
])('%s is not found', async (path) => {
  expect((await askWaitlist(path, { headers: await signIn() })).status).toBe(404)
})
