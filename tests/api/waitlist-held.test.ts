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

/** One address and several who send it: held, released, deleted, or dead before they were done. */

useStudio()

test('who was held and joins again as a person is on the list', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const email = 'held@engine.test'
  expect((await join(email, { honeypot: 'x' })).status).toBe(201)
  // A machine learns nothing from trying again, not even whether the address is there.
  expect((await join(email, { honeypot: 'x' })).status).toBe(201)
  expect(await entriesOf(email)).toEqual([])
  expect((await join(email)).status).toBe(201)
  const [entry] = await entriesOf(email)

  // Releasing the held one makes no second entry.
  const [held] = await entriesOf(email, '&state=held')
  const release = `entries/${held?.id}/release`
  const answer = await askWaitlist(release, { method: 'POST', headers })
  expect(await answer.json()).toEqual({ ok: true, id: entry?.id })
  expect(await entriesOf(email)).toHaveLength(1)
  expect(await entriesOf(email, '&state=held')).toHaveLength(1)
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

/** Requests to storage of a sign-up. */
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

/** Requests to storage of putting an entry among the held ones, beside those of the session. */
const HOLD = 8

test.each(crashes(HOLD))(
  'who joins after a hold that died $when step $step is listed, once',
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

test('a claim whose attempt died is another one’s, and its list names the address once', async () => {
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

/** One with signals makes no claim on its address. */
test.each(crashes(SIGN_UP - 1))(
  'a person is on the list though a machine died $when step $step with their address',
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

test('whoever is told to be on a list is there, whatever is deleted meanwhile', async () => {
  for (let round = 0; round < 10; round++) {
    const email = `race-${round}@engine.test`
    const { id } = (await (await join(email)).json()) as { id: string }
    const captchaToken = await token('waitlist_form')
    const headers = { ...(await signIn()), ...ownPage }
    const [answer] = await Promise.all([
      join(email, { captchaToken }),
      askWaitlist(`entries/${id}?projectSlug=calmist`, { method: 'DELETE', headers }),
    ])
    // Told so before the delete was done, or listed anew.
    const there = await entriesOf(email)
    if (answer.status === 201) expect(there).toHaveLength(1)
    else expect([200, there.length]).toEqual([answer.status, 0])
  }
})
