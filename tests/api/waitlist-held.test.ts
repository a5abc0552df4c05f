import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import * as kv from '#server/storage/kv.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { entriesOf, join, releaseEntry } from './entries.ts'
import {
  askWaitlist,
  crashes,
  dieAt,
  interceptStorage,
  ownPage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

/** Several sign-ups with one address, some of them held, released, deleted or interrupted. */

useStudio()

const onTheList = 'Another entry of the list has this address. Delete one of the two.'

test('a person can join although an earlier sign-up with the address is held', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'held@engine.test'
  expect((await join(email, { honeypot: 'x' })).status).toBe(201)
  // A bot cannot learn from a second try whether the address is on the list.
  expect((await join(email, { honeypot: 'x' })).status).toBe(201)
  expect(await entriesOf(email)).toEqual([])
  expect((await join(email)).status).toBe(201)
  const [entry] = await entriesOf(email)

  // The release of the held one makes no second entry, and loses none.
  const held = await entriesOf(email, '&state=held')
  expect(held).toHaveLength(2)
  const release = `entries/${held[0]?.id}/release`
  const answer = await askWaitlist(release, { method: 'POST', headers })
  expect([answer.status, await answer.json()]).toEqual([409, { error: onTheList }])
  expect(await entriesOf(email)).toEqual([entry])
  expect(await entriesOf(email, '&state=held')).toEqual(held)

  // Once the other is deleted, it can be released.
  await askWaitlist(`entries/${entry?.id}`, { method: 'DELETE', headers })
  expect((await askWaitlist(release, { method: 'POST', headers })).status).toBe(200)
  expect((await entriesOf(email)).map(({ id }) => id)).toEqual([held[0]?.id])
})

test('an entry that a person held, and that came again since, keeps its note', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'noted@engine.test'
  const { id } = (await (await join(email, { name: 'Priya' })).json()) as { id: string }
  const note = { note: 'Call first', version: 0 }
  const body = JSON.stringify(note)
  const json = { ...headers, 'content-type': 'application/json' }
  await askWaitlist(`entries/${id}`, { method: 'PATCH', headers: json, body })
  await askWaitlist(`entries/${id}/hold`, { method: 'POST', headers })
  expect((await join(email)).status).toBe(201)
  const answer = await askWaitlist(`entries/${id}/release`, { method: 'POST', headers })
  expect(answer.status).toBe(409)

  const [other] = await entriesOf(email)
  await askWaitlist(`entries/${other?.id}`, { method: 'DELETE', headers })
  await askWaitlist(`entries/${id}/release`, { method: 'POST', headers })
  expect(await entriesOf(email)).toMatchObject([{ id, name: 'Priya', state: { hasNote: true } }])
})

test('a held sign-up is released to its list', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'released@engine.test'
  await join(email, { honeypot: 'x' })
  const [held] = await entriesOf(email, '&state=held')
  await askWaitlist(`entries/${held?.id}/release`, { method: 'POST', headers })
  expect(await entriesOf(email)).toHaveLength(1)
  expect((await join(email)).status).toBe(200)
})

/** Number of storage requests of a sign-up. */
const SIGN_UP = 7

test.each(crashes(SIGN_UP))(
  'a release is correct although another sign-up with the address died $when step $step',
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
    // If the other one is on the list, the held one stays where it is.
    const isFirst = answer.status === 200
    expect(isFirst || answer.status === 409).toBe(true)
    const listed = (await entriesOf(email)).map(({ id }) => id)
    expect(listed).toHaveLength(1)
    expect(listed.includes(held?.id ?? '')).toBe(isFirst)
    expect(await entriesOf(email, '&state=held')).toHaveLength(isFirst ? 0 : 1)
  },
)

/** Number of storage requests of a release, without those of the session. */
const RELEASE = 12

test.each(crashes(RELEASE))(
  'a sign-up after a release that died $when step $step is listed once',
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

/** Number of storage requests of a hold, without those of the session. */
const HOLD = 8

test.each(crashes(HOLD))(
  'a sign-up after a hold that died $when step $step is listed once',
  async ({ step, when, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `held-half-${when}-${step}@engine.test`
    const { id } = (await (await join(email)).json()) as { id: string }
    const headers = { ...(await signIn()), ...ownPage }
    const path = `entries/${id}/hold?projectSlug=calmist`
    const revive = dieAt(step, isAfter)
    await askWaitlist(path, { method: 'POST', headers })
    revive()
    expect([200, 201]).toContain((await join(email)).status)
    expect(await entriesOf(email)).toHaveLength(1)
  },
)

test('a sign-up during a release of its address shares its entry', async () => {
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

test('a sign-up after a release does not change the released record', async () => {
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

test('another sign-up takes over the claim of a dead attempt, and the address is listed once', async () => {
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
  expect((await join(email, { name: 'B' })).status).toBe(201)
  expect(await checkStore({ fix: true })).toEqual([])
  expect((await join(email, { name: 'A' }, key)).status).toBe(200)
  expect(await entriesOf(email)).toHaveLength(1)
})

/** A sign-up with signals makes no claim on its address. */
test.each(crashes(SIGN_UP - 1))(
  'a person is listed although a bot’s sign-up died $when step $step with the address',
  async ({ step, when, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `machine-${when}-${step}@engine.test`
    const captchaToken = await token('waitlist_form')
    const revive = dieAt(step, isAfter)
    await join(email, { honeypot: 'x', captchaToken })
    revive()
    const answer = await join(email)
    expect([answer.status, (await entriesOf(email)).length]).toEqual([201, 1])
  },
)

test('a sign-up that is called a duplicate is on the list, also during a delete', async () => {
  for (let round = 0; round < 10; round++) {
    const email = `race-${round}@engine.test`
    const { id } = (await (await join(email)).json()) as { id: string }
    const captchaToken = await token('waitlist_form')
    const headers = { ...(await signIn()), ...ownPage }
    const [answer] = await Promise.all([
      join(email, { captchaToken }),
      askWaitlist(`entries/${id}?projectSlug=calmist`, { method: 'DELETE', headers }),
    ])
    // The sign-up came before the delete, or it made a new entry.
    const there = await entriesOf(email)
    if (answer.status === 201) expect(there).toHaveLength(1)
    else expect([200, there.length]).toEqual([answer.status, 0])
  }
})
