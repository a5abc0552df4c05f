import { sealData } from 'iron-session'
import { beforeAll, expect, test, vi } from 'vitest'
import { listMembers, readMember } from '#server/staff/members.ts'
import { make, use, type Changes, type Key } from './authenticator.ts'
import { askAdmin, cookiesOf, invite, join, newPerson, posed } from './staff.ts'
import { reads, remove, signInBy, staff } from './staff.ts'
import { admin, askSession, cookieOf, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

const MINUTE = 60_000

/** Advances the time for the functions. */
function wait(minutes: number) {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + minutes * MINUTE)
}

let asha: { id: string; key: Key; cookie: string }
beforeAll(async () => {
  asha = await newPerson('Asha')
})

test('an invited person makes a passkey, is signed in, and signs in again with it', async () => {
  expect(await reads(asha.cookie)).toBe(200)
  const [joined] = (await staff(asha.cookie)).items.filter(({ id }) => id === asha.id)
  expect(joined?.passkeys[0]?.usedAt).toBe(joined?.passkeys[0]?.madeAt)
  const again = await signInBy(asha.key)
  expect(again.answer.status).toBe(200)
  expect(await again.answer.json()).toEqual({ ok: true })
  expect(await reads(again.cookie)).toBe(200)
  const { items, me } = await staff(again.cookie)
  expect(me).toBe(asha.id)
  const [one] = items.filter(({ id }) => id === asha.id)
  expect(one).toMatchObject({ name: 'Asha', email: 'asha@studio.test', invitedUntil: null })
  expect(one?.passkeys).toHaveLength(1)
  expect(one?.passkeys[0]?.usedAt).not.toBeNull()
})

test('a sign-in over a session of somebody else begins a session of its own', async () => {
  const headers = (cookie: string) => ({ headers: { ...ownPage, cookie } })
  const mine = (await signInBy(asha.key)).cookie
  const byPassword = await askSession('login', { body: admin, ...headers(mine) })
  expect(await byPassword.json()).toEqual({ ok: true, isEmergency: true })
  const password = cookieOf(byPassword)
  expect((await staff(password)).me).toBeNull()
  const { options, cookie } = await posed('passkey-options', { cookie: password })
  const body = { response: use(asha.key, options, {}) }
  const answer = await askAdmin('passkey', { cookie: `${password}; ${cookie}`, body })
  expect(await answer.json()).toEqual({ ok: true })
  const again = cookiesOf(answer)
  expect((await staff(again)).me).toBe(asha.id)
  const refreshed = await askSession('refresh', headers(again))
  expect(await refreshed.json()).toEqual({ ok: true, name: 'Asha' })
})

test('a session by passkey ends as one by password does', async () => {
  const { cookie } = await signInBy(asha.key)
  expect((await askAdmin('logout', { cookie })).status).toBe(200)
  expect(await reads(cookie)).toBe(401)
})

const DENIED = { status: 401, error: 'This passkey was not accepted.' }

const told = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { error: string }),
})

const wrongUses: [string, Changes][] = [
  ['another origin', { origin: 'https://evil.test' }],
  ['the origin of another port', { origin: 'http://localhost:81' }],
  ['https instead of http', { origin: 'https://localhost' }],
  ['another RP id', { rpId: 'evil.test' }],
  ['no user verification', { flags: 0x01 }],
  ['nobody present', { flags: 0x04 }],
  ['a counter that went back', { counter: 1 }],
  ['a counter that stands still', { counter: 1_000 }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['a registration', { type: 'webauthn.create' }],
  [
    'another person',
    { userHandle: Buffer.from('8208000000000-0123456789ab').toString('base64url') },
  ],
  ['nobody', { userHandle: '' }],
]

test.each(wrongUses)('a sign-in with %s is refused, in the same words', async (what, changes) => {
  const { key } = await newPerson('Bo')
  if (what.startsWith('a counter')) await signInBy(key, { counter: 1_000 })
  const { answer } = await signInBy(key, changes)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await told(answer)).toEqual({ ...DENIED, status: 401 })
})

test.each([
  ['another origin', { origin: 'https://evil.test' }],
  ['another RP id', { rpId: 'evil.test' }],
  ['no user verification', { flags: 0x01 }],
  ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
  ['a sign-in', { type: 'webauthn.get' }],
] satisfies [string, Changes][])('a key made with %s is refused', async (_, changes) => {
  const invitation = await invite('Cy')
  const { answer } = await join(invitation, changes)
  expect(await told(answer)).toEqual(DENIED)
  expect((await readMember(invitation.id))?.passkeys).toEqual([])
})

test('a key that another person signed with is refused', async () => {
  const other = await newPerson('Dee')
  const key = { ...asha.key, privateKey: other.key.privateKey }
  expect(await told((await signInBy(key)).answer)).toEqual(DENIED)
  const swapped = { ...other.key, userHandle: asha.key.userHandle }
  expect(await told((await signInBy(swapped)).answer)).toEqual(DENIED)
})

test('a passkey that never counts may sign in often', async () => {
  const { key } = { ...(await join(await invite('Eve'), { counter: 0 })) }
  for (const counter of [0, 0]) expect((await signInBy(key, { counter })).answer.status).toBe(200)
  const elsewhere = await signInBy(key, { counter: 0, origin: 'https://evil.test' })
  expect(await told(elsewhere.answer)).toEqual(DENIED)
})

test('a challenge is good once', async () => {
  const { options, cookie } = await posed('passkey-options')
  const body = { response: use(asha.key, options) }
  expect((await askAdmin('passkey', { cookie, body })).status).toBe(200)
  expect(await told(await askAdmin('passkey', { cookie, body }))).toEqual(DENIED)
  const next = { response: use(asha.key, options) }
  expect(await told(await askAdmin('passkey', { cookie, body: next }))).toEqual(DENIED)
})

test('of many parallel replays one succeeds at most', async () => {
  const { options, cookie } = await posed('passkey-options')
  const body = { response: use(asha.key, options) }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => askAdmin('passkey', { cookie, body })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a challenge is good for five minutes', async () => {
  const { options, cookie } = await posed('passkey-options')
  wait(5.01)
  const body = { response: use(asha.key, options) }
  expect(await told(await askAdmin('passkey', { cookie, body }))).toEqual(DENIED)
})

test('a challenge to sign in makes no key, and the other way round', async () => {
  const { id, secret } = await invite('Flo')
  const toUse = await posed('passkey-options')
  const { response } = make({ ...toUse.options, user: { id: asha.key.userHandle } })
  const body = { id, secret, response }
  expect(await told(await askAdmin('join', { cookie: toUse.cookie, body }))).toEqual(DENIED)
  const toMake = await posed('join-options', { body: { id, secret } })
  const used = { response: use(asha.key, toMake.options) }
  expect(await told(await askAdmin('passkey', { cookie: toMake.cookie, body: used }))).toEqual(
    DENIED,
  )
})

test('without a challenge, or with a forged one, nothing is accepted', async () => {
  const { options } = await posed('passkey-options')
  const seal = await sealData(
    { ...options, until: Date.now() + MINUTE, purpose: 'sign in' },
    { password: 'another secret of 32 characters or more' },
  )
  for (const cookie of ['', `challenge=${seal}`]) {
    const body = { response: use(asha.key, options) }
    expect(await told(await askAdmin('passkey', { cookie, body }))).toEqual(DENIED)
  }
})

test.each([undefined, null, 'text', 7, [], {}, { id: 'x' }, { id: 'x', response: {} }])(
  'a response that is %o is refused',
  async (response) => {
    const { cookie } = await posed('passkey-options')
    expect(await told(await askAdmin('passkey', { cookie, body: { response } }))).toEqual(DENIED)
    const { id, secret } = await invite('Gus')
    const made = await posed('join-options', { body: { id, secret } })
    const body = { id, secret, response }
    expect(await told(await askAdmin('join', { cookie: made.cookie, body }))).toEqual(DENIED)
  },
)

test('an invitation is good once', async () => {
  const invitation = await invite('Hal')
  expect((await join(invitation)).answer.status).toBe(200)
  const { id, secret } = invitation
  expect(await told(await askAdmin('join-options', { body: { id, secret } }))).toEqual(DENIED)
  expect((await readMember(id))?.passkeys).toHaveLength(1)
})

test('of two people with one invitation one gets in', async () => {
  const { id, secret } = await invite('Ivo')
  const both = await Promise.all([0, 1].map(() => posed('join-options', { body: { id, secret } })))
  const answers = await Promise.all(
    both.map(({ options, cookie }) =>
      askAdmin('join', { cookie, body: { id, secret, response: make(options).response } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await readMember(id))?.passkeys).toHaveLength(1)
})

test('an invitation is good for 24 hours', async () => {
  const { id, secret } = await invite('Jo')
  const { options, cookie } = await posed('join-options', { body: { id, secret } })
  wait(23 * 60 + 59)
  expect((await posed('join-options', { body: { id, secret } })).answer.status).toBe(200)
  vi.restoreAllMocks()
  wait(24 * 60 + 1)
  expect(await told(await askAdmin('join-options', { body: { id, secret } }))).toEqual(DENIED)
  const body = { id, secret, response: make(options).response }
  expect(await told(await askAdmin('join', { cookie, body }))).toEqual(DENIED)
})

test('a hundred stolen invitations open nothing', async () => {
  const cookie = (await signIn()).cookie
  const used = await invite('Kim', cookie)
  await join(used)
  const left = await invite('Lee', cookie)
  await remove(left.id, cookie)
  const open = await invite('Max', cookie)
  const stolen = Array.from({ length: 100 }, (_, i) => {
    const flipped = Buffer.from(open.secret, 'base64url')
    flipped[i % 32] = (flipped[i % 32] ?? 0) ^ (1 + i)
    const secrets = [flipped.toString('base64url'), used.secret, left.secret, '', open.id]
    const ids = [open.id, used.id, left.id, asha.id, '']
    return { id: ids[(i * 7) % 5] ?? '', secret: secrets[i % 5] ?? '' }
  })
  for (const body of stolen) {
    expect(await told(await askAdmin('join-options', { body }))).toEqual(DENIED)
  }
  expect((await join(open)).answer.status).toBe(200)
})

test('a removed person is out with the next request, on every device', async () => {
  const { id, key, cookie } = await newPerson('Nia')
  const elsewhere = await signInBy(key)
  expect([await reads(cookie), await reads(elsewhere.cookie)]).toEqual([200, 200])
  expect((await remove(id, asha.cookie)).status).toBe(200)
  for (const session of [cookie, elsewhere.cookie]) {
    expect(await reads(session)).toBe(401)
    const refreshed = await askAdmin('refresh', { cookie: session })
    expect(refreshed.status).toBe(401)
    expect(await refreshed.json()).toEqual({ error: 'Unauthorized', removed: true })
    expect((await askAdmin('staff', { cookie: session, body: {} })).status).toBe(401)
  }
  // A session that has ended says nothing of its person.
  await askAdmin('logout', { cookie })
  expect(await (await askAdmin('refresh', { cookie })).json()).toEqual({ error: 'Unauthorized' })
  expect(await told((await signInBy(key)).answer)).toEqual(DENIED)
  expect((await remove(id, asha.cookie)).status).toBe(404)
})

test('a sign-in under way when the person is removed ends nowhere', async () => {
  const { id, key } = await newPerson('Ola')
  const { options, cookie } = await posed('passkey-options')
  await remove(id, asha.cookie)
  const body = { response: use(key, options) }
  expect(await told(await askAdmin('passkey', { cookie, body }))).toEqual(DENIED)
  expect(await readMember(id)).toBeNull()
})

test('a second key signs in, and still does when the first is lost', async () => {
  const { id, key, cookie } = await newPerson('Pia')
  const posedKey = await posed('own/key-options', { cookie })
  const second = make(posedKey.options)
  const body = { response: second.response, name: 'Blue phone' }
  const added = await askAdmin('own/keys', { cookie: `${cookie}; ${posedKey.cookie}`, body })
  expect(added.status).toBe(200)
  const signedIn = await signInBy(second.key)
  expect(signedIn.answer.status).toBe(200)
  const keys = (await readMember(id))?.passkeys ?? []
  expect(keys.map(({ name }) => name)).toEqual(['First key', 'Blue phone'])
  const [first] = keys
  const asked = { method: 'DELETE', cookie: signedIn.cookie }
  expect((await askAdmin(`own/key/${first?.id}`, asked)).status).toBe(200)
  expect(await told((await signInBy(key)).answer)).toEqual(DENIED)
  expect((await signInBy(second.key)).answer.status).toBe(200)
})

test('a person names their own keys, and no others', async () => {
  const [mine, theirs] = [await newPerson('Quin'), await newPerson('Rae')]
  const keyOf = async (id: string) => (await readMember(id))?.passkeys[0]?.id ?? ''
  const rename = (key: string, name: unknown) =>
    askAdmin(`own/key/${key}`, { method: 'PATCH', cookie: mine.cookie, body: { name } })
  expect((await rename(await keyOf(mine.id), 'Laptop')).status).toBe(200)
  expect((await readMember(mine.id))?.passkeys[0]?.name).toBe('Laptop')
  expect((await rename(await keyOf(mine.id), ' ')).status).toBe(422)
  expect((await rename(await keyOf(theirs.id), 'Mine now')).status).toBe(404)
  const asked = { method: 'DELETE', cookie: mine.cookie }
  expect((await askAdmin(`own/key/${await keyOf(theirs.id)}`, asked)).status).toBe(404)
  expect((await readMember(theirs.id))?.passkeys).toHaveLength(1)
})

test('the password has no keys of its own', async () => {
  const { cookie } = await signIn()
  expect((await askAdmin('own/key-options', { cookie })).status).toBe(404)
})

const RESERVED = 'The log uses this name for something else. Write another one.'

test.each([
  [{ name: '', email: 'a@b.example' }, 'Write a name.'],
  [{ name: 'Al', email: '' }, 'Write an email address.'],
  [{ name: 'Al', email: 'a@b.example, c@d.example' }, 'Enter a valid email address.'],
  [{ name: ['Al'], email: 'a@b.example' }, 'Write a name.'],
  [{ name: 'emergency password', email: 'a@b.example' }, RESERVED],
  [{ name: 'Emergency  PASSWORD', email: 'a@b.example' }, RESERVED],
  [{ name: 'Command on this machine.', email: 'a@b.example' }, RESERVED],
])('an invitation of %o says what is wrong', async (body, error) => {
  const { cookie } = await signIn()
  const answer = await askAdmin('staff', { cookie, body })
  expect(await told(answer)).toEqual({ status: 422, error })
})

test('the link of an invitation keeps its secret from the server’s log', async () => {
  const { link, id, secret } = await invite('Sol')
  expect(link).toBe(`http://localhost/admin/join#${id}.${secret}`)
  expect(JSON.stringify(await readMember(id))).not.toContain(secret)
})

test('the password is ordinary while nobody has a passkey, and then an emergency', async () => {
  const { cookie } = await signIn()
  for (const { id } of await listMembers()) await remove(id, cookie)
  const login = async (): Promise<unknown> => (await askSession('login', { body: admin })).json()
  expect(await login()).toEqual({ ok: true })
  const before = cookieOf(await askSession('login', { body: admin }))
  const refresh = async (session: string): Promise<unknown> =>
    (await askSession('refresh', { headers: { cookie: session, ...ownPage } })).json()
  const invitation = await invite('Tom')
  expect(await login()).toEqual({ ok: true })
  expect(await refresh(before)).toEqual({ ok: true })
  const tom = await join(invitation)
  // A session from before the first passkey says so as well.
  expect(await refresh(before)).toEqual({ ok: true, isEmergency: true })
  expect(await login()).toEqual({ ok: true, isEmergency: true })
  const session = cookieOf(await askSession('login', { body: admin }))
  const refreshed = await askSession('refresh', { headers: { cookie: session, ...ownPage } })
  expect(await refreshed.json()).toEqual({ ok: true, isEmergency: true })

  // the last person removes themselves
  expect((await remove(invitation.id, cookiesOf(tom.answer))).status).toBe(200)
  expect(await reads(tom.cookie)).toBe(401)
  expect(await login()).toEqual({ ok: true })
})
