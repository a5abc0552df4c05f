import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import adminStore from '#functions/admin-store.ts'
import { call } from '../addresses.ts'
import { folder, useEmptyStore } from '../filled-store.ts'
import { typed } from '../typed-command.ts'
import { admin, interceptStorage, origin, ownPage, useStudio } from '../studio.ts'
import { askAdmin, cookiesOf, invite, newPerson, remove, signInBy } from '../staff.ts'
import { unfinishedWork } from '#local/functions/context.ts'
import { channelFault, readHealth } from '#server/notifications/channels.ts'
import { limits } from '#server/notifications/settings.ts'
import { listMembers } from '#server/staff/members.ts'
import * as kv from '#server/storage/kv.ts'
import { anotherInstance } from './another-instance.ts'
import {
  called,
  clock,
  forgetAll,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  MINUTE,
  setChannels,
  useChannels,
  USUAL,
} from './telling.ts'

useStudio({ isTimed: true })
useChannels()

let other: () => Promise<void>

beforeAll(async () => {
  other = await anotherInstance()
})

const everybody = ['asha@studio.test', 'bo@studio.test']

/** Sends what is left of the steps before. */
async function settle() {
  await unfinishedWork()
  await keepTelling()
  mailbox.received.length = 0
}

/** The mails of an act, with the work after its answer. */
async function mails(act: () => Promise<unknown>): Promise<[string | undefined, string[]][]> {
  await settle()
  await act()
  await unfinishedWork()
  return mailbox.received.map(({ subject, recipients }) => [subject, recipients.sort()])
}

/** Signs in by the password in a browser that may be known. */
async function login(cookie = '') {
  const headers = { ...ownPage, cookie, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(admin) }
  return call(new Request(`${origin}/api/admin/login`, init))
}

afterEach(async () => {
  const cookie = cookiesOf(await login())
  for (const { id } of await listMembers()) await remove(id, cookie)
  await unfinishedWork()
  await forgetAll()
})

test('without people a sign-in mails nobody', async () => {
  expect(await mails(() => login())).toEqual([])
})

test('everybody hears of a new device, a backup, a restore and the emergency password', async () => {
  const { key } = await newPerson('Asha')
  const bo = await newPerson('Bo')
  expect(await mails(() => signInBy(key))).toEqual([['Sign-in from a new device', everybody]])
  const asked = { method: 'GET', cookie: bo.cookie }
  expect(await mails(() => askAdmin('store/backup', asked))).toEqual([
    ['A backup was made', everybody],
  ])
  const id = 'a'.repeat(64)
  await kv.put(`restore/${id}`, {})
  const restored = { cookie: bo.cookie, body: { id } }
  expect(await mails(() => askAdmin('store/restored', restored))).toEqual([
    ['A backup was restored', everybody],
  ])
  let known = ''
  const first = await mails(async () => {
    known = cookiesOf(await login())
  })
  expect(first.map(([subject]) => subject).sort()).toEqual([
    'Sign-in from a new device',
    'Signed in with the emergency password',
  ])
  expect(await mails(() => login(known))).toEqual([
    ['Signed in with the emergency password', everybody],
  ])
  const [mail] = mailbox.received
  expect(mail?.text).toContain('emergency password, Mon 23 Nov, 09:30.')
  expect(mail?.text).toContain('https://studio.test/admin?tab=staff')
})

test('everybody hears of the emergency password while listings lack people', async () => {
  await newPerson('Asha')
  await newPerson('Bo')
  // Somebody of an earlier build is in no key but their own.
  await kv.remove('people-ids')
  await listMembers()
  let emergency: unknown
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (new URL(input as string).searchParams.get('prefix') !== 'people/') {
      return storage(input, init)
    }
    return Response.json({ blobs: [{ key: 'people/-', etag: 'x' }], directories: [] })
  })
  const sent = await mails(async () => {
    emergency = await (await login()).json()
  })
  putBack()
  expect(emergency).toEqual({ ok: true, isEmergency: true })
  expect(sent.sort()).toEqual([
    ['Sign-in from a new device', everybody],
    ['Signed in with the emergency password', everybody],
  ])
})

test('everybody hears of a backup and a restore by a command on the machine', async () => {
  const kept = await folder()
  expect(await typed('backup', ['--to', kept])).toMatchObject({ code: 0 })
  // With a port, the command reaches this store.
  await useEmptyStore({ port: 0 })
  await newPerson('Asha')
  await newPerson('Bo')
  const { NETLIFY_BLOBS_CONTEXT = '' } = process.env
  const run = (script: string, args: string[]) => typed(script, args, { NETLIFY_BLOBS_CONTEXT })
  for (const [command, args, subject] of [
    ['restore', [kept], 'A backup was restored'],
    ['backup', ['--to', await folder()], 'A backup was made'],
  ] as const) {
    await settle()
    expect(await run(command, [...args])).toMatchObject({ code: 0 })
    // The command has the real time.
    clock.now = new Date().getTime() + MINUTE
    await keepTelling()
    const [mail, ...others] = mailbox.received
    expect([mail?.subject, mail?.recipients.sort(), others]).toEqual([subject, everybody, []])
    expect(mail?.text).toContain(`${subject}: command on this machine, `)
  }
})

test('an invitation is mailed to the invited person alone', async () => {
  let link = ''
  const sent = await mails(async () => {
    ;({ link } = await invite('Cy'))
  })
  expect(sent.map(([, recipients]) => recipients)).toEqual([['cy@studio.test']])
  expect(mailbox.received[0]?.text).toContain(link)
  setChannels({ mail: false })
  expect(await mails(() => invite('Dee'))).toEqual([])
})

test('a mistyped address of an invitation says nothing about the studio’s mail', async () => {
  await settle()
  mailbox.refuses = (address) => address.startsWith('typo@')
  await invite('Typo')
  expect(await readHealth('mail')).toMatchObject({ failedAt: null })
  expect(await channelFault()).toBeUndefined()
})

test('the link of an invitation comes in time from a slow store beside a hanging mail server', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { cookie } = await newPerson('Asha')
  const body = { name: 'Fay', email: 'fay@studio.test' }
  mailbox.weather = 'hanging'
  Object.assign(limits, USUAL)
  const putBack = interceptStorage((storage) => async (input, init) => {
    await setTimeout(400)
    return storage(input, init)
  })
  const began = performance.now()
  const answer = await askAdmin('staff', { cookie, body })
  const took = performance.now() - began
  putBack()
  expect(await answer.json()).toMatchObject({ isMailed: false, link: expect.any(String) as string })
  expect(took).toBeLessThan(8_500)
  // The try ends later, and is noted.
  await vi.waitFor(async () => expect(await kv.get('channel/mail')).not.toBeNull(), 30_000)
})

const outbox = async () => (await Promise.all(['pending/', 'notify/act-'].map(kv.list))).flat()

test('what the mail server does not take is mailed later, once, and nothing is left', async () => {
  const { cookie } = await newPerson('Asha')
  const backUp = () => askAdmin('store/backup', { method: 'GET', cookie })
  await settle()
  mailbox.weather = 'down'
  expect(await mails(backUp)).toEqual([])
  await keepTelling()
  expect(await outbox()).toHaveLength(1)
  expect(JSON.stringify(await Promise.all((await outbox()).map(kv.get)))).not.toContain('Asha')
  mailbox.weather = 'up'
  await keepTellingFor(HOUR)
  expect(mailbox.received.map(({ subject }) => subject)).toEqual(['A backup was made'])
  expect(mailbox.received[0]?.text).toContain('Asha, Mon 23 Nov, 09:30.')
  expect(await outbox()).toEqual([])
  // A receiver of webhooks hears of submissions only.
  expect(called()).toEqual([])
})

test.each(Array.from({ length: 8 }, (_, step) => step + 1))(
  'an act that another run mails before request %i of this one is mailed once',
  async (step) => {
    const { cookie } = await newPerson('Asha')
    await settle()
    mailbox.weather = 'down'
    await mails(() => askAdmin('store/backup', { method: 'GET', cookie }))
    mailbox.weather = 'up'
    clock.now += 5 * MINUTE
    let requests = 0
    const putBack = interceptStorage((storage) => async (input, init) => {
      if (++requests === step) await other()
      return storage(input, init)
    })
    await keepTelling()
    putBack()
    expect(requests).toBeGreaterThanOrEqual(step)
    await keepTellingFor(HOUR)
    expect(mailbox.received.map(({ subject }) => subject)).toEqual(['A backup was made'])
    expect(await outbox()).toEqual([])
  },
)

test('a process that dies before the mail leaves it to the next run', async () => {
  const { cookie } = await newPerson('Asha')
  await settle()
  // Without waitUntil nothing is begun after the answer.
  const request = new Request(`${origin}/api/admin/store/backup`, {
    headers: { ...ownPage, cookie },
  })
  const context = { ip: '', params: { action: 'backup' }, deploy: { context: 'dev' } }
  await adminStore(request, context as unknown as Parameters<typeof adminStore>[1])
  expect(mailbox.received).toEqual([])
  await keepTelling()
  await keepTelling()
  expect(mailbox.received.map(({ subject }) => subject)).toEqual(['A backup was made'])
})

test('a mail that fails for three days is given up', async () => {
  const { cookie } = await newPerson('Asha')
  await settle()
  mailbox.weather = 'down'
  await mails(() => askAdmin('store/backup', { method: 'GET', cookie }))
  await keepTellingFor(71 * HOUR, HOUR)
  expect(await outbox()).toEqual([])
  expect(await kv.list('failed/')).toEqual([])
})
