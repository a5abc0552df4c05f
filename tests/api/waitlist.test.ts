import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import * as kv from '#server/storage/kv.ts'
import { checkStore } from '#server/housekeeping/store-check.ts'
import {
  askWaitlist,
  crashes,
  dieAt,
  interceptStorage,
  ownPage,
  requestsOf,
  send,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const join = (email: string, more: Record<string, unknown> = {}, key?: string) =>
  send(waitlist, { email, source: 'landing', projectSlug: 'calmist', ...more }, key)

type Entries = { items: { id: string; email: string }[]; total: number }

async function entries(query = '', slug = 'calmist'): Promise<Entries> {
  const headers = await signIn()
  const answer = await askWaitlist(`entries?projectSlug=${slug}${query}`, { headers })
  return (await answer.json()) as Entries
}

const entriesOf = async (email: string, query?: string) =>
  (await entries(`&limit=200${query ?? ''}`)).items.filter((entry) => entry.email === email)

const added = { ok: true, id: expect.any(String) as unknown, duplicate: false }
const duplicate = { ok: true, duplicate: true }

test('an address is on a list once, whatever its case and spaces', async () => {
  const first = await join('ada@engine.test', { name: 'Ada' })
  expect([first.status, await first.json()]).toEqual([201, added])
  for (const email of ['ada@engine.test', ' ADA@Engine.TEST ', 'ａda@engine.test']) {
    const again = await join(email)
    expect([again.status, await again.json()]).toEqual([200, duplicate])
  }
  expect(await entriesOf('ada@engine.test')).toHaveLength(1)
})

test('lists are apart, and take their app’s own name', async () => {
  const email = 'two-lists@engine.test'
  await join(email)
  const other = await join(email, { projectSlug: 'fundraise-coach', projectName: 'Mine' })
  expect(other.status).toBe(201)
  const { items } = await entries('', 'fundraise-coach')
  expect(items).toMatchObject([{ email, projectName: 'Fundraise Copilot' }])
})

test('fifty sign-ups of one address at once are one entry and 49 duplicates', async () => {
  const email = 'fifty@engine.test'
  const tokens = await Promise.all(Array.from({ length: 50 }, () => token('waitlist_form')))
  const answers = await Promise.all(tokens.map((captchaToken) => join(email, { captchaToken })))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201])
  expect(await entriesOf(email)).toHaveLength(1)
})

test('a retry is no duplicate of itself', async () => {
  const key = randomUUID()
  const first: unknown = await (await join('retry@engine.test', {}, key)).json()
  const again = await join('retry@engine.test', {}, key)
  expect([again.status, await again.json()]).toEqual([201, first])
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

test('who was held and joins again as a person is on the list', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'held@engine.test'
  expect((await join(email, { honeypot: 'x' })).status).toBe(201)
  // A machine learns nothing from trying twice.
  expect((await join(email, { honeypot: 'x' })).status).toBe(200)
  expect(await entriesOf(email)).toEqual([])
  expect((await join(email)).status).toBe(201)
  const [entry] = await entriesOf(email)

  // Releasing the held one makes no second entry.
  const [held] = await entriesOf(email, '&state=held')
  const release = `entries/${held?.id}/release`
  const answer = await askWaitlist(release, { method: 'POST', headers })
  expect(await answer.json()).toEqual({ ok: true, id: entry?.id })
  expect(await entriesOf(email)).toHaveLength(1)
  expect(await entriesOf(email, '&state=held')).toEqual([])
})

test('a held one is released onto its list', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'released@engine.test'
  await join(email, { honeypot: 'x' })
  const [held] = await entriesOf(email, '&state=held')
  await askWaitlist(`entries/${held?.id}/release`, { method: 'POST', headers })
  expect(await entriesOf(email)).toHaveLength(1)
  expect((await join(email)).status).toBe(200)
})

const releaseEntry = async (id: string | undefined) =>
  askWaitlist(`entries/${id}/release`, {
    method: 'POST',
    headers: { ...(await signIn()), ...ownPage },
  })

/** Requests to storage of a sign-up, and those that it makes before its record. */
const SIGN_UP = 7

test.each(crashes(SIGN_UP))(
  'a release is true though who has the address by now died $when step $step',
  async ({ step, when, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `outlived-${when}-${step}@engine.test`
    await join(email, { honeypot: 'x' })
    const [held] = await entriesOf(email, '&state=held')
    const captchaToken = await token('waitlist_form')
    const revive = dieAt(step, isAfter)
    await join(email, { captchaToken })
    revive()
    const answer = await releaseEntry(held?.id)
    const { id } = (await answer.json()) as { id: string }
    expect((await entriesOf(email)).map((entry) => entry.id)).toEqual([id])
    expect(await entriesOf(email, '&state=held')).toEqual([])
  },
)

/** Requests to storage of a release, beside those of the session. */
const RELEASE = 12

test.each(crashes(RELEASE))(
  'who joins after a release that died $when step $step is listed, once',
  async ({ step, when, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `half-${when}-${step}@engine.test`
    await join(email, { honeypot: 'x' })
    const [held] = await entriesOf(email, '&state=held')
    const headers = { ...(await signIn()), ...ownPage }
    const path = `entries/${held?.id}/release?projectSlug=calmist`
    const revive = dieAt(step, isAfter)
    await askWaitlist(path, { method: 'POST', headers })
    revive()
    expect([200, 201]).toContain((await join(email)).status)
    expect(await entriesOf(email)).toHaveLength(1)
  },
)

test('who joins while a held one is released is on the list once, with it', async () => {
  const email = 'meanwhile@engine.test'
  await join(email, { honeypot: 'x' })
  const [held] = await entriesOf(email, '&state=held')
  const captchaToken = await token('waitlist_form')
  let joined: Promise<Response> | undefined
  const putBack = interceptStorage((storage) => async (input, init) => {
    const isState = decodeURIComponent(input as string).includes('/state/')
    if (!joined && isState && init?.method?.toLowerCase() === 'put') {
      joined = join(email, { captchaToken })
      await joined
    }
    return storage(input, init)
  })
  await releaseEntry(held?.id)
  putBack()
  expect((await joined)?.status).toBe(200)
  expect(await entriesOf(email)).toHaveLength(1)
})

test('whoever joins after a release leaves the released record as it is', async () => {
  const email = 'as-it-is@engine.test'
  await join(email, { honeypot: 'x', name: 'A' })
  const other = (await (await join(email)).json()) as { id: string }
  const headers = { ...(await signIn()), ...ownPage }
  await askWaitlist(`entries/${other.id}`, { method: 'DELETE', headers })
  const [held] = await entriesOf(email, '&state=held')
  await releaseEntry(held?.id)
  expect((await join(email, { name: 'B' })).status).toBe(200)
  const keys = await kv.list('rec/waitlist.calmist/')
  expect(keys.filter((key) => key.includes(held?.id ?? '-'))).toHaveLength(1)
  expect(await entriesOf(email)).toMatchObject([{ id: held?.id, name: 'A' }])
})

test('a check makes no claim for an attempt whose record another one completed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = 'completed@engine.test'
  const key = randomUUID()
  const captchaToken = await token('waitlist_form')
  let own = ''
  const putBack = interceptStorage((storage) => (input, init) => {
    const url = decodeURIComponent(input as string)
    if (init?.method?.toLowerCase() === 'put' && url.includes('/claim/')) own ||= url
    return url === own ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init)
  })
  expect((await join(email, { captchaToken, name: 'A' }, key)).status).toBe(503)
  putBack()
  expect((await join(email, { name: 'B' })).status).toBe(200)
  expect(await checkStore({ fix: true })).toEqual([])
  expect((await join(email, { name: 'A' }, key)).status).toBe(201)
  expect(await entriesOf(email)).toHaveLength(1)
})

test('a crash is tried at every step of a sign-up', async () => {
  const captchaToken = await token('waitlist_form')
  expect(await requestsOf(() => join('counted@steps.test', { captchaToken }))).toBe(SIGN_UP)
})

test.each(crashes(SIGN_UP))(
  'a crash $when step $step of a sign-up is made good by the next one',
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

    // Somebody else's tab, then the same one again: told the truth, and one entry.
    const other = await join(email)
    expect(await entriesOf(email)).toHaveLength(1)
    const again = await join(email, {}, key)
    expect([200, 201]).toContain(other.status)
    expect([200, 201]).toContain(again.status)
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

test('an address costs the same few requests on any list', async () => {
  let requests = 0
  const captchaToken = await token('waitlist_form')
  const putBack = interceptStorage((storage) => (input, init) => {
    if (/claim|rec|gone/.test(decodeURIComponent(input as string))) requests++
    return storage(input, init)
  })
  await join('counted@engine.test', { captchaToken })
  putBack()
  // The attempt's claim: looked for, made. The address's: made. Then the record.
  expect(requests).toBe(4)
})

test('the projects are the apps, in their order', async () => {
  const answer = await askWaitlist('projects', { headers: await signIn() })
  expect(await answer.json()).toEqual({
    items: [
      { id: 'founders-journal', slug: 'founders-journal', name: "Founder's Journal" },
      { id: 'fundraise-coach', slug: 'fundraise-coach', name: 'Fundraise Copilot' },
      { id: 'calmist', slug: 'calmist', name: 'Calmist' },
    ],
    total: 3,
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
