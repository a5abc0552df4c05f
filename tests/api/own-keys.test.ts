import { sealData, unsealData } from 'iron-session'
import { beforeEach, expect, test } from 'vitest'
import type { LogAnswer } from '#api/admin-contract.ts'
import { changeMember, readMember, removeMember } from '#server/staff/members.ts'
import { make, use, type Changes } from './authenticator.ts'
import { askAdmin, cookiesOf, newPerson, posed, reads, signInBy, staff } from './staff.ts'
import { admin, interceptStorage, useStudio } from './studio.ts'

/** The keys of one person, as they come, count and go. */

useStudio()

let asha: Awaited<ReturnType<typeof newPerson>>
beforeEach(async () => {
  asha = await newPerson('Asha')
})

const DENIED = { status: 401, error: 'This passkey was not accepted.' }
const NO_KEY = { status: 404, error: 'There is no such key.' }

const told = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as object),
})
const keysOf = async () => (await readMember(asha.id))?.passkeys ?? []
const lastAct = async (cookie: string) => {
  const answer = await askAdmin(`log?person=${asha.id}`, { method: 'GET', cookie })
  const { act, about } = ((await answer.json()) as LogAnswer).items[0] ?? {}
  return { act, about }
}

/** Adds a key to Asha's as the page does. */
async function add(name: string, changes: Changes = {}, response?: unknown) {
  const { options, cookie } = await posed('own/key-options', { cookie: asha.cookie })
  const made = make(options, changes)
  const body = { response: response ?? made.response, name }
  const answer = await askAdmin('own/keys', { cookie: `${asha.cookie}; ${cookie}`, body })
  return { answer, key: made.key }
}

const urlOf = (input: Parameters<typeof fetch>[0]) =>
  input instanceof Request ? input.url : input.toString()

/** Lets `other` happen right before the first write to a person while `act` runs. */
async function beforeWrite<T>(other: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  let isMet = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    const isWrite = init?.method?.toLowerCase() === 'put'
    if (!isMet && isWrite && urlOf(input).includes('/people/')) {
      isMet = true
      await other()
    }
    return storage(input, init)
  })
  const answer = await act()
  putBack()
  expect(isMet).toBe(true)
  return answer
}

test('the browser is asked for a key of this site that checks its holder', async () => {
  const { options } = await posed('passkey-options')
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
})

test('a removed key is gone, and the log says so', async () => {
  const { key } = await add('Second')
  const [first] = await keysOf()
  const { cookie } = await signInBy(key)
  const removed = await askAdmin(`own/key/${first?.id}`, { method: 'DELETE', cookie })
  expect(removed.status).toBe(200)
  expect((await keysOf()).map(({ name }) => name)).toEqual(['Second'])
  const about = { collection: 'people', id: asha.id }
  expect(await lastAct(cookie)).toEqual({ act: 'key removed', about })
  const asked = { method: 'DELETE', cookie }
  expect(await told(await askAdmin(`own/key/${first?.id}`, asked))).toEqual(NO_KEY)
})

const keyNamed = async (name: string) => (await keysOf()).find((one) => one.name === name)?.id
const removeKey = async (name: string, cookie: string) =>
  (await askAdmin(`own/key/${await keyNamed(name)}`, { method: 'DELETE', cookie })).status

test('a removed key ends each session that it opened, and no other', async () => {
  const { key } = await add('Phone')
  const phones = [await signInBy(key), await signInBy(key)].map(({ cookie }) => cookie)
  const refreshed = cookiesOf(await askAdmin('refresh', { cookie: phones[1] ?? '' }))
  const mine = await signInBy(asha.key)
  const password = cookiesOf(await askAdmin('login', { body: admin }))
  expect(await removeKey('Phone', mine.cookie)).toBe(200)
  for (const cookie of [...phones, refreshed]) {
    expect(await reads(cookie)).toBe(401)
    const answer = await askAdmin('refresh', { cookie })
    expect(await told(answer)).toEqual({ status: 401, error: 'Unauthorized' })
  }
  // The session of the join has the first key.
  for (const cookie of [asha.cookie, mine.cookie, password]) expect(await reads(cookie)).toBe(200)
})

test('a key that removes itself ends its own session', async () => {
  expect(await removeKey('First key', asha.cookie)).toBe(200)
  expect(await reads(asha.cookie)).toBe(401)
})

test('a session from before the keys were noted goes on until it ends', async () => {
  const { sid, iat, abs, epoch, person } = await unsealData<Record<string, unknown>>(
    /admin=([^;]+)/.exec(asha.cookie)?.[1] ?? '',
    { password: process.env['SESSION_SECRET'] ?? '' },
  )
  const before = { sid, iat, abs, epoch, person }
  const sealed = await sealData(before, { password: process.env['SESSION_SECRET'] ?? '' })
  await add('Phone')
  expect(await removeKey('First key', asha.cookie)).toBe(200)
  const cookie = cookiesOf(await askAdmin('refresh', { cookie: `admin=${sealed}` }))
  expect((await staff(cookie)).me).toBe(asha.id)
})

test('ten keys are enough', async () => {
  for (let i = 2; i <= 10; i++) expect((await add(`Key ${i}`)).answer.status).toBe(200)
  const refused = { status: 409, error: '10 keys are enough.' }
  expect(await told((await add('Key 11')).answer)).toEqual(refused)
  expect(await keysOf()).toHaveLength(10)
})

test('a key that is made again replaces itself', async () => {
  const credential = Buffer.alloc(32, 9)
  await add('Phone', { credential })
  await add('Same phone', { credential })
  expect((await keysOf()).map(({ name }) => name)).toEqual(['First key', 'Same phone'])
})

test.each([{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { flags: 0x01 }])(
  'one more key made with %o is refused',
  async (changes) => {
    expect(await told((await add('Odd', changes)).answer)).toEqual(DENIED)
    expect(await keysOf()).toHaveLength(1)
  },
)

test.each([null, 'text', {}, { id: 7 }])('a response that is %o adds no key', async (response) => {
  expect(await told((await add('Odd', {}, response ?? 7)).answer)).toEqual(DENIED)
})

test('of the transports of a key the first eight words are kept', async () => {
  const transports = ['usb', 7, ...Array.from({ length: 9 }, (_, i) => `way-${i}`)]
  await add('Odd', { transports })
  const kept = (await keysOf())[1]?.transports
  expect(kept).toEqual(['usb', ...Array.from({ length: 7 }, (_, i) => `way-${i}`)])
})

test('of two copies of a key that sign in at once, one is refused', async () => {
  const [one, other] = [await posed('passkey-options'), await posed('passkey-options')]
  const at = { counter: 50 }
  const signIn = ({ options, cookie }: typeof one) =>
    askAdmin('passkey', { cookie, body: { response: use(asha.key, options, at) } })
  let first: Response | undefined
  const second = await beforeWrite(
    async () => (first = await signIn(one)),
    () => signIn(other),
  )
  expect(first?.status).toBe(200)
  expect(await told(second)).toEqual(DENIED)
})

test('a key that goes during its sign-in opens nothing', async () => {
  const drop = () => changeMember(asha.id, (one) => ({ ...one, passkeys: [] }))
  const { answer } = await beforeWrite(drop, () => signInBy(asha.key))
  expect(await told(answer)).toEqual(DENIED)
})

test('a person who goes while a key is added or removed stays gone', async () => {
  const { answer } = await beforeWrite(
    () => removeMember(asha.id),
    () => add('Late'),
  )
  expect(await told(answer)).toEqual(NO_KEY)
  expect(await readMember(asha.id)).toBeNull()
})
