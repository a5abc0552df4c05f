import { hash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COMMANDS, type CommandBegun, type CommandShown } from '#api/commands.ts'
import type { LogAnswer } from '#api/admin-contract.ts'
import { sweepExpired } from '#server/housekeeping/mend.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { requestName } from '../request-name.ts'
import { askAdmin, cookiesOf, newPerson, reads, remove, signInBy, staff } from './staff.ts'
import { interceptStorage, signIn, useStudio } from './studio.ts'

/** A command's session, confirmed by a person in a browser. */

useStudio()

const MINUTE = 60_000
const HERE = '203.0.113.7'
const THERE = '198.51.100.9'
const OVER = 'This command no longer waits. Start it again, and confirm it within ten minutes.'

/** Each command starts on a machine that signed in before, so the tries of strangers are left. */
const begin = (command: unknown = 'backup', asked: object = {}) =>
  askAdmin('command', { cookie: asha.cookie, body: { command }, ...asked })
const begun = async (command?: string, asked?: object) =>
  (await (await begin(command, asked)).json()) as CommandBegun

const show = (id: string, cookie: string, asked: object = {}) =>
  askAdmin(`commands/${id}`, { method: 'GET', cookie, ...asked })
const confirm = (id: string, cookie: string, asked: object = {}) =>
  askAdmin(`commands/${id}`, { cookie, ...asked })
const take = ({ id, secret }: { id: unknown; secret: unknown }, asked: object = {}) =>
  askAdmin('command-session', { body: { id, secret }, ...asked })

/** The code of a secret: a letter for each of the first bytes of its hash. */
function codeOf(secret: string): string {
  const bytes = hash('sha256', secret, 'buffer').subarray(0, 8)
  const letters = Array.from(bytes, (byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Advances the time for the functions. */
function wait(minutes: number) {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + minutes * MINUTE)
}

const told = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as object),
})

const logOf = async (cookie: string, person: string) => {
  const answer = await askAdmin(`log?person=${person}`, { method: 'GET', cookie })
  return ((await answer.json()) as LogAnswer).items.map(({ act, about }) => ({ act, about }))
}

let asha: Awaited<ReturnType<typeof newPerson>>
beforeAll(async () => {
  // No try is counted, since the password has its own.
  for (let i = 0; i < 12; i++) {
    const answer = await askAdmin('command', { body: { command: 'backup' } })
    const error = 'Nobody has a passkey: use the password.'
    expect(await told(answer)).toEqual({ status: 409, error })
  }
})
beforeEach(async () => {
  asha = await newPerson('Asha')
})

test('a confirmed command gets one session of the person, and the log says so', async () => {
  const answer = await begin('backup', { cookie: '' })
  expect(answer.status).toBe(201)
  const { id, secret, code } = (await answer.json()) as CommandBegun
  expect(code).toBe(codeOf(secret))
  expect(await told(await take({ id, secret }))).toEqual({ status: 202, waits: true })

  const shown = (await (await show(id, asha.cookie)).json()) as CommandShown
  const { at, ...facts } = shown
  expect(facts).toEqual({ command: 'backup', code, network: HERE, isHere: true })
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(MINUTE)
  expect((await take({ id, secret })).status).toBe(202)

  expect(await told(await confirm(id, asha.cookie))).toEqual({ status: 200, ok: true })
  const taken = await take({ id, secret })
  expect(taken.status).toBe(200)
  const cookie = cookiesOf(taken)
  expect(cookie).toMatch(/admin=.*device=/)
  expect((await staff(cookie)).me).toBe(asha.id)
  expect((await logOf(cookie, asha.id)).slice(0, 2)).toEqual([
    { act: 'new device', about: {} },
    { act: 'confirmed a command', about: { collection: 'commands', id: 'backup' } },
  ])
  // It is as young as any sign-in, so a backup may begin.
  expect((await askAdmin('store/backup', { method: 'GET', cookie })).status).toBe(200)
  // Known by its device cookie, the machine is new no more.
  const next = await begun('probe')
  await confirm(next.id, asha.cookie)
  expect((await take(next, { cookie })).status).toBe(200)
  expect((await logOf(asha.cookie, asha.id))[0]?.act).toBe('signed in')
  // The session that the machine had has ended, as with each new sign-in.
  expect(await reads(cookie)).toBe(401)
})

test('the session of a command ends when its person is removed', async () => {
  const command = await begun()
  await confirm(command.id, asha.cookie)
  const cookie = cookiesOf(await take(command))
  expect(await reads(cookie)).toBe(200)
  await remove(asha.id, (await signIn()).cookie)
  expect(await reads(cookie)).toBe(401)
})

test('what a key confirmed ends when the key is removed', async () => {
  const [taken, waiting] = [await begun(), await begun('probe')]
  for (const { id } of [taken, waiting]) await confirm(id, asha.cookie)
  const cookie = cookiesOf(await take(taken))
  expect(await reads(cookie)).toBe(200)
  const [key] = (await staff(cookie)).items.find(({ id }) => id === asha.id)?.passkeys ?? []
  await askAdmin(`own/key/${key?.id}`, { method: 'DELETE', cookie: asha.cookie })
  expect(await reads(cookie)).toBe(401)
  expect(await told(await take(waiting))).toEqual({ status: 401, error: OVER })
})

test('the page says if a command was asked for in another network', async () => {
  const { id } = await begun('restore', { address: '2001:db8:1:2:3::4' })
  const shown = (await (await show(id, asha.cookie, { address: THERE })).json()) as CommandShown
  expect(shown).toMatchObject({ command: 'restore', network: '2001:db8:1:2::/64', isHere: false })
  const inside = await show(id, asha.cookie, { address: '2001:db8:1:2:9::9' })
  expect(await inside.json()).toMatchObject({ isHere: true })
})

test('each command has a code and a secret of its own, and the store has neither', async () => {
  const all = await Promise.all(COMMANDS.map((command) => begun(command)))
  expect(new Set(all.map(({ code }) => code)).size).toBe(COMMANDS.length)
  const stored = await Promise.all((await kv.list('command/')).map(kv.get))
  const text = JSON.stringify(stored)
  for (const { secret, code } of all) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(code)
    expect(text).toContain(hash('sha256', secret))
  }
})

const wrongCommands = ['rm', '', 'Backup', 7, null, undefined, {}, ['backup']]

test.each(wrongCommands)('no command is called %o', async (command) => {
  const answer = await askAdmin('command', { cookie: asha.cookie, body: { command } })
  expect(await told(answer)).toEqual({ status: 422, error: 'There is no such command.' })
})

test('starting commands is limited as the sign-in is, and for itself', async () => {
  const address = THERE
  const stranger = { address, cookie: '' }
  for (let i = 0; i < 10; i++) expect((await begin('probe', stranger)).status).toBe(201)
  const refused = await begin('probe', stranger)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await begin('probe', { ...stranger, address: HERE })).status).toBe(201)
  // A machine that signed in before has its own tries.
  const { cookie } = await signInBy(asha.key)
  expect((await begin('probe', { address, cookie })).status).toBe(201)
  const login = await askAdmin('login', { address, body: { email: 'x', password: 'y' } })
  expect(login.status).toBe(401)
  wait(16)
  expect((await begin('probe', stranger)).status).toBe(201)
})

type Case = (id: string) => Promise<Response>
const both = (
  what: string,
  status: number,
  error: string | object,
  run: (of: typeof show) => Case,
) =>
  [show, confirm].map((of, i) => {
    const answer = typeof error === 'string' ? { error } : error
    return [`${i === 0 ? 'seeing' : 'confirming'} ${what}`, { status, ...answer }, run(of)] as const
  })

const GONE = { error: OVER }
const refusals = [
  ...both('without a session', 401, 'Unauthorized', (of) => (id) => of(id, '')),
  ...both(
    'with the password',
    403,
    'Only a person with a passkey can confirm a command.',
    (of) => async (id) => of(id, (await signIn()).cookie),
  ),
  ...both(
    'with an older sign-in',
    403,
    { error: 'Sign in again to do this.', again: true },
    (of) => async (id) => {
      // A command begins later than the sign-in.
      wait(9)
      const { id: later } = await begun()
      wait(2)
      return of(id === '' ? id : later, asha.cookie)
    },
  ),
  ...both(
    'from another site',
    403,
    'Requests from other sites are refused.',
    (of) => (id) => of(id, asha.cookie, { headers: { 'sec-fetch-site': 'cross-site' } }),
  ),
  ...both(
    'without an origin',
    403,
    'Requests from other sites are refused.',
    (of) => (id) => of(id, asha.cookie, { headers: { 'sec-fetch-site': '' } }),
  ),
  ...both('of an unknown one', 404, GONE, (of) => () => of(newId(), asha.cookie)),
  ...both('of an odd name', 404, GONE, (of) => () => of('session', asha.cookie)),
  ...both('twice', 404, GONE, (of) => async (id) => {
    await confirm(id, asha.cookie)
    return of(id, asha.cookie)
  }),
  ...both('after it was taken', 404, GONE, (of) => async () => {
    const command = await begun()
    await confirm(command.id, asha.cookie)
    await take(command)
    return of(command.id, asha.cookie)
  }),
  ...both('after ten minutes', 404, GONE, (of) => async (id) => {
    wait(10.1)
    return of(id, (await signInBy(asha.key)).cookie)
  }),
  ...both('after a sign-out everywhere', 404, GONE, (of) => async (id) => {
    await askAdmin('sign-out-everywhere', { cookie: asha.cookie })
    return of(id, (await signInBy(asha.key)).cookie)
  }),
] as const

test.each(refusals)('%s is refused', async (what, refusal, run) => {
  const command = await begun()
  const before = (await logOf(asha.cookie, asha.id)).length
  expect(await told(await run(command.id))).toEqual(refusal)
  vi.restoreAllMocks()
  const { cookie } = await signInBy(asha.key)
  const acts = (await logOf(cookie, asha.id)).map(({ act }) => act)
  const confirms = acts.slice(0, acts.length - before).filter((act) => act.startsWith('confirmed'))
  expect(confirms).toHaveLength(/twice|taken/.test(what) ? 1 : 0)
})

const takes: [string, (command: CommandBegun) => Promise<Response>][] = [
  ['with another secret', ({ id }) => take({ id, secret: Buffer.alloc(32).toString('base64url') })],
  ['with no secret', ({ id }) => take({ id, secret: undefined })],
  ['with the hash', ({ id, secret }) => take({ id, secret: hash('sha256', secret) })],
  ['with the secret of another one', async ({ id }) => take({ ...(await begun()), id })],
  ['under another name', async ({ secret }) => take({ id: (await begun()).id, secret })],
  ['under no name', ({ secret }) => take({ id: 7, secret })],
  [
    'after ten minutes',
    (command) => {
      wait(10.1)
      return take(command)
    },
  ],
  [
    'after the person was removed',
    async (command) => {
      await remove(asha.id, (await signIn()).cookie)
      return take(command)
    },
  ],
  [
    'after a sign-out everywhere',
    async (command) => {
      await askAdmin('sign-out-everywhere', { cookie: asha.cookie })
      return take(command)
    },
  ],
  [
    'a second time',
    async (command) => {
      await take(command)
      return take(command)
    },
  ],
]

test.each(takes)('a session taken %s is refused', async (_, run) => {
  const command = await begun()
  await confirm(command.id, asha.cookie)
  const answer = await run(command)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await told(answer)).toEqual({ status: 401, error: OVER })
})

test('a page of another site takes no session', async () => {
  const command = await begun()
  await confirm(command.id, asha.cookie)
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': '' }]) {
    expect((await take(command, { headers })).status).toBe(403)
    expect((await begin('backup', { headers })).status).toBe(403)
  }
  expect((await take(command)).status).toBe(200)
})

test('a command that was confirmed before a “sign out everywhere” opens no session after it', async () => {
  const { cookie } = await newPerson('Fay')
  const command = await begun()
  expect((await confirm(command.id, cookie)).status).toBe(200)
  let isDone = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (!isDone && requestName(input, init).startsWith('put command/')) {
      isDone = true
      expect((await askAdmin('sign-out-everywhere', { cookie })).status).toBe(200)
    }
    return storage(input, init)
  })
  const taken = await take(command)
  putBack()
  expect(isDone).toBe(true)
  expect(await reads(cookiesOf(taken))).toBe(401)
})

test('of twenty that take a session at once, one gets it', async () => {
  const command = await begun()
  await confirm(command.id, asha.cookie)
  const answers = await Promise.all(Array.from({ length: 20 }, () => take(command)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('of two people who confirm at once, one has confirmed', async () => {
  const bo = await newPerson('Bo')
  const command = await begun()
  const answers = await Promise.all([asha, bo].map(({ cookie }) => confirm(command.id, cookie)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('what the log has not taken is not confirmed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const command = await begun()
  const putBack = interceptStorage((storage) => async (input, init) => {
    const isLog = String(input instanceof Request ? input.url : input).includes('/log')
    if (isLog && init?.method?.toUpperCase() === 'PUT') throw new TypeError('No network.')
    return storage(input, init)
  })
  expect((await confirm(command.id, asha.cookie)).status).toBe(503)
  putBack()
  expect((await take(command)).status).toBe(202)
})

test('a command that nobody took is swept a day later', async () => {
  await begun()
  wait(23 * 60)
  await sweepExpired(() => true)
  expect(await kv.list('command/')).not.toEqual([])
  wait(2 * 60)
  await sweepExpired(() => true)
  expect(await kv.list('command/')).toEqual([])
})
