import { describe, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { investor } from '#forms/investor.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { backupPortion } from '#server/housekeeping/backup.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import * as kv from '#server/storage/kv.ts'
import { requestName } from '../request-name.ts'
import { answersTo } from './answers.ts'
import {
  admin,
  askPeople,
  askRecords,
  askSession,
  cookieOf,
  interceptStorage,
  listMessages,
  ownPage,
  send,
  sendMessage,
  signIn,
  useStudio,
  type Listed,
} from './studio.ts'
import { addPerson, askOnce, peopleIn } from './people.ts'
import { askAdmin, newPerson, reads, remove, staff } from './staff.ts'

/**
 * A store that answers 404 for a key which is there: nothing untrue is said or built, nothing ended
 * goes on.
 */

useStudio()

/** The nth read of a key that begins so finds nothing. */
function forgettingOnce(start: string, nth = 1) {
  let reads = 0
  return interceptStorage((storage) => async (input, init) => {
    const isLost = requestName(input, init).startsWith(`get ${start}`) && ++reads === nth
    return isLost ? new Response(null, { status: 404 }) : storage(input, init)
  })
}

/** From now on, or from the first write of `since` on, keys that begin so are not found. */
const forgetting = (start: string, since?: string) => {
  let isForgotten = since === undefined
  return interceptStorage((storage) => async (input, init) => {
    const name = requestName(input, init)
    if (since && name.startsWith(`put ${since}`)) isForgotten = true
    const isLost = isForgotten && name.startsWith(`get ${start}`)
    return isLost ? new Response(null, { status: 404 }) : storage(input, init)
  })
}

test.each(['rec', 'gone', 'state'])(
  'while %s/ is forgotten, nobody is said to be erased who is not',
  async (root) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = `${root}@erase.example`
    await sendMessage({ email })
    const headers = { ...ownPage, ...(await signIn()) }
    const putBack = forgetting(`${root}/contact`, 'log/')
    const { status } = await askPeople({ email, confirm: 1 }, 'erase', { headers })
    putBack()
    const { items } = await listMessages(headers)
    const isThere = items.some((one) => one.email === email)
    expect({ status, isThere }).not.toEqual({ status: 200, isThere: true })
  },
)

const read = async (cookie: string) =>
  (await askRecords('contact-submissions', { headers: { cookie, ...ownPage } })).status

test('a logout ends a session that is forgotten while it does', async () => {
  const cookie = cookieOf(await askSession('login', { body: admin }))
  const putBack = forgetting('session/')
  const { status } = await askSession('logout', { headers: { cookie, ...ownPage } })
  putBack()
  expect([status, await read(cookie)]).toEqual([200, 401])
})

test.each(['session', 'people'])('while %s/ is forgotten, nobody is signed out', async (root) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { cookie } = await newPerson('Ada')
  const putBack = forgetting(`${root}/`)
  const meanwhile = await reads(cookie)
  putBack()
  expect([meanwhile, await reads(cookie)]).toEqual([503, 200])
})

test('while people/ is forgotten, nobody is said to have no passkey', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await newPerson('Ada')
  const { cookie } = await signIn()
  const all = (await staff(cookie)).items
  const putBack = forgetting('people/')
  const { status } = await askAdmin('staff', { method: 'GET', cookie })
  putBack()
  expect(status).toBe(503)
  expect((await staff(cookie)).items).toEqual(all)
})

test('a session that “sign out everywhere” ended stays ended while the epoch is forgotten', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [first, other] = [await signIn(), await signIn()]
  const headers = { ...other, ...ownPage }
  expect((await askSession('sign-out-everywhere', { headers })).status).toBe(200)
  expect(await read(first.cookie)).toBe(401)
  const putBack = forgetting('session-epoch')
  expect(await read(first.cookie)).toBe(503)
  putBack()
  expect(await read(first.cookie)).toBe(401)
})

test.each(['rec', 'state'])('no list is made while %s/ is forgotten', async (root) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...ownPage, ...(await signIn()) }
  for (const one of [1, 2]) await sendMessage({ email: `${root}${one}@forgotten.example` })
  if (root === 'state') {
    for (const { id } of (await listMessages(headers)).items) {
      const body = { answered: true }
      await askRecords(`contact-submissions/${id}`, { method: 'PATCH', headers, body })
    }
  }
  const before = await listMessages(headers)
  forgetAll()
  const putBack = forgetting(`${root}/contact-submissions/`)
  const during = await askRecords('contact-submissions', { headers })
  putBack()
  expect(during.status).toBe(503)
  expect(await listMessages(headers)).toEqual(before)
})

test('no row is lost because a fold does not find its record', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const name = 'folded-while-forgotten'
  const { id } = await addPerson(
    name,
    { name: 'Ada', email: 'ada@a.example' },
    Date.now() - 5 * 60 * 60 * 1_000,
  )
  // A record that was sent in time has no hint.
  await Promise.all((await kv.list(`hint/${name}/${id}`)).map(kv.remove))
  forgetAll()
  const putBack = forgetting(`rec/${name}/`)
  // The first fold begins a manifest, the second writes rows.
  const foldOnce = () => fold(peopleIn(name)).catch(() => undefined)
  await foldOnce()
  await foldOnce()
  putBack()
  forgetAll()
  expect(await askOnce(name, {})).toMatchObject({ items: [{ id }], total: 1 })
})

test('while the state of one record is forgotten, nobody reads that it is new', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...ownPage, ...(await signIn()) }
  await send(investor, await answersTo(investor))
  const list = async () => {
    const answer = await askRecords(investor.collection, { headers })
    return { status: answer.status, body: (await answer.json()) as Listed }
  }
  const [{ id } = { id: '' }] = (await list()).body.items
  const path = `${investor.collection}/${id}`
  await askRecords(path, { method: 'PATCH', headers, body: { answered: true } })
  const before = await list()
  forgetAll()
  const putBack = forgetting(`state/${investor.collection}/`)
  const during = await list()
  const one = await askRecords(path, { headers })
  putBack()
  expect([during.status, one.status]).toEqual([503, 503])
  expect(await list()).toEqual(before)
})

test('a state that comes while its record is read is shown', async () => {
  const headers = { ...ownPage, ...(await signIn()) }
  await send(investor, await answersTo(investor))
  const listed = await askRecords(investor.collection, { headers })
  const [{ id } = { id: '' }] = ((await listed.json()) as Listed).items
  const path = `${investor.collection}/${id}`
  await askRecords(path, { method: 'PATCH', headers, body: { answered: true } })
  forgetAll()
  let hasCome = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    const isFirst = !hasCome && requestName(input, init).startsWith(`get state/${path}`)
    hasCome ||= isFirst
    return isFirst ? new Response(null, { status: 404 }) : storage(input, init)
  })
  const answer = await askRecords(path, { headers })
  putBack()
  expect([hasCome, answer.status]).toEqual([true, 200])
  expect(await answer.json()).toMatchObject({ state: { answeredAt: expect.any(String) as string } })
})

test.each([1, 2])(
  'a person whom read %i of their removal does not find is removed',
  async (nth) => {
    const { cookie } = await signIn()
    const { id, cookie: theirs } = await newPerson(`Removed${nth}`)
    const putBack = forgettingOnce(`people/${id}`, nth)
    const { status } = await remove(id, cookie)
    putBack()
    expect([status, await reads(theirs)]).toEqual([200, 401])
  },
)

test.each([1, 2])('a key whose person read %i does not find gets its name', async (nth) => {
  const { id, cookie } = await newPerson(`Named${nth}`)
  const own = async () => (await staff(cookie)).items.find((one) => one.id === id)?.passkeys[0]
  const path = `own/key/${(await own())?.id}`
  const putBack = forgettingOnce(`people/${id}`, nth)
  const { status } = await askAdmin(path, { method: 'PATCH', cookie, body: { name: 'Phone' } })
  putBack()
  expect([status, (await own())?.name]).toEqual([200, 'Phone'])
})

test('while people/ is forgotten, nobody is said not to be there', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { cookie } = await signIn()
  const { id, cookie: theirs } = await newPerson('Known')
  const putBack = forgetting(`people/${id}`)
  const { status } = await remove(id, cookie)
  putBack()
  expect([status, await reads(theirs)]).toEqual([503, 200])
})

/** What a read answers while it finds nothing once, and while it never does. */
async function onceAndAlways<T>(start: string, read: () => Promise<T>): Promise<[T, T]> {
  const putBackOne = forgettingOnce(start)
  const once = await read()
  putBackOne()
  const putBack = forgetting(start)
  const always = await read()
  putBack()
  return [once, always]
}

/** An application, with its resume. */
async function sendApplication(email: string) {
  const answers: Record<string, unknown> = { ...(await answersTo(careers)), email }
  await send(careers, answers)
  const headers = { ...ownPage, ...(await signIn()) }
  return { headers, file: answers['resumeFileBase64'] }
}

test('a resume that is forgotten once is in the export, and one that stays so is an outage', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = 'forgotten@resume.example'
  const { headers, file } = await sendApplication(email)
  const read = () => askPeople({ email }, 'export', { headers })
  const [once, always] = await onceAndAlways('file/', read)
  expect(await once.json()).toMatchObject({ items: [{ resumeFileBase64: file }] })
  expect(always.status).toBe(503)
})

test('mails that are forgotten once are in the export, and while they stay so there is none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = 'forgotten@mails.example'
  await sendMessage({ email })
  const headers = { ...ownPage, ...(await signIn()) }
  const id = (await listMessages(headers)).items.find((one) => one.email === email)?.id
  const deliveries = { at: 1, mail: { tries: 1, deliveredAt: 2 } }
  await kv.put(`notify/contact-submissions/${id}`, deliveries)
  const read = () => askPeople({ email }, 'export', { headers })
  const [once, always] = await onceAndAlways('notify/', read)
  expect(await once.json()).toMatchObject({ items: [{ deliveries }] })
  expect(always.status).toBe(503)
})

/** The nth read after `start` finds nothing, or what the first read of all has found. */
function readingOld(key: string, isForgotten: boolean) {
  let [reads, wrong]: [number, number] = [0, Infinity]
  let old: Response | undefined
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (!requestName(input, init).startsWith(`get ${key}`)) return storage(input, init)
    if (++reads === wrong && isForgotten) return new Response(null, { status: 404 })
    if (reads === wrong && old) return old.clone()
    const answer = await storage(input, init)
    old ??= answer.clone()
    return answer
  })
  return { putBack, start: (nth: number) => ([reads, wrong] = [0, nth]) }
}

type Asked = readonly [path: string, body?: object]
const TAKEN_BACK: readonly (readonly [what: string, first: Asked, back: Asked])[] = [
  ['unread', ['', { seen: true }], ['', { seen: false }]],
  ['unanswered', ['', { answered: true }], ['', { answered: false }]],
  ['listed again', ['/hold'], ['/release?undo=yes']],
  ['held again', ['/release'], ['/hold?undo=yes']],
]

describe.each([true, false])(
  'while one read of the state is wrong (forgotten: %s)',
  (isForgotten) => {
    test.each(TAKEN_BACK)(
      'nobody is told that a record is %s that is not',
      async (what, ...both) => {
        vi.spyOn(console, 'error').mockImplementation(() => undefined)
        const headers = { ...ownPage, ...(await signIn()) }
        const spam = what === 'held again' && { honeypot: 'https://spam.test' }
        const email = `${isForgotten} ${what}@state.example`.replaceAll(' ', '.')
        const { id } = (await (await sendMessage({ email, ...spam })).json()) as { id: string }
        const one = `contact-submissions/${id}`
        const [first, back] = both.map(([path, body]) => () => {
          const how = body ? { method: 'PATCH', body } : { method: 'POST' }
          return askRecords(one + path, { headers, ...how })
        })
        const view = async () => {
          const answer = await askRecords(one, { headers })
          const { state } = (await answer.json()) as { state?: object }
          return { status: answer.status, ...state }
        }
        const before = await view()
        for (const nth of [1, 2, 3, 4]) {
          const { putBack, start } = readingOld(`state/${one}`, isForgotten)
          await view()
          await first?.()
          start(nth)
          const answer = await back?.()
          putBack()
          if (answer?.status === 200) expect(await view(), `read ${nth}`).toEqual(before)
          else expect(answer?.status).toBe(503)
          await back?.()
        }
      },
    )
  },
)

test.each([
  ['a change', { method: 'PATCH', body: { seen: true } }],
  ['a note', { method: 'PATCH', body: { note: 'Called again.', version: 1 } }],
  ['a removal', { method: 'DELETE' }],
  ['a removal', { method: 'DELETE' }, 2],
])('while one read of the state is forgotten, %s is not refused', async (what, how, nth = 1) => {
  const headers = { ...ownPage, ...(await signIn()) }
  const email = `${what}.${nth}@refused.example`.replaceAll(' ', '.')
  const sent = await sendMessage({ email, honeypot: 'https://spam.test' })
  const one = `contact-submissions/${((await sent.json()) as { id: string }).id}`
  await askRecords(`${one}/release`, { headers, method: 'POST' })
  const body = { note: 'Called.', version: 0 }
  await askRecords(one, { headers, method: 'PATCH', body })
  const putBack = forgettingOnce(`state/${one}`, nth)
  const { status } = await askRecords(one, { headers, ...how })
  putBack()
  expect(status).toBe(200)
})

const askBackup = ({ cookie }: { cookie: string }) =>
  askAdmin('store/backup', { method: 'GET', cookie })

const keysOf = async (backup: Response) =>
  (await backup.text())
    .split('\n')
    .filter((line) => line.includes('"key"'))
    .map((line) => (JSON.parse(line) as { key: string }).key)

test.each(['rec', 'state', 'gone'])(
  'a backup has what is forgotten once in %s/, and none is made while it stays forgotten',
  async (root) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { headers } = await sendApplication(`${root}@backup.example`)
    for (const one of [1, 2]) await sendMessage({ email: `${root}${one}@backup.example` })
    const [answered, removed] = (await listMessages(headers)).items
    const body = { answered: true }
    await askRecords(`contact-submissions/${answered?.id}`, { method: 'PATCH', headers, body })
    await askRecords(`contact-submissions/${removed?.id}`, { method: 'DELETE', headers })
    const read = () => askBackup(headers)
    const before = (await keysOf(await read())).filter((key) => key.startsWith(root))
    expect(before).not.toEqual([])
    const [once, always] = await onceAndAlways(before[0] ?? '', read)
    expect(await keysOf(once)).toEqual(expect.arrayContaining(before))
    expect(always.status).toBe(503)
  },
)

async function backedUp(): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { lines, next } = await backupPortion(after)
    keys.push(...lines.map(({ key }) => key))
    after = next
  }
  return keys
}

test.each(['blobs', 'directories'])(
  'a backup has what one of its listings lacks among its %s',
  async (kind) => {
    await sendApplication(`listed.${kind}@backup.example`)
    for (const one of [1, 2, 3]) await sendMessage({ email: `${one}.${kind}@backup.example` })
    const before = await backedUp()
    let [listings, nth] = [1, 0]
    while (listings > nth++) {
      listings = 0
      const putBack = interceptStorage((storage) => async (input, init) => {
        const answer = await storage(input, init)
        if (!requestName(input, init).startsWith('get prefix=')) return answer
        const listed = (await answer.json()) as Partial<Record<string, unknown[]>>
        const found = listed[kind] ?? []
        if (found.length > 1 && ++listings === nth) found.splice(1, 1)
        return Response.json(listed)
      })
      const keys = await backedUp()
      putBack()
      expect(keys, `listing ${nth}`).toEqual(before)
    }
    expect(nth).toBeGreaterThan(3)
  },
)

test('a backup asks again for a file that is forgotten, and hears of an outage', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { headers } = await sendApplication('file@backup.example')
  const [key = ''] = (await kv.list('file/career-applications/')).filter(
    (one) => !one.endsWith('-'),
  )
  const path = `store/file?key=${encodeURIComponent(key)}`
  const read = async () => (await askAdmin(path, { method: 'GET', cookie: headers.cookie })).status
  const [once, always] = await onceAndAlways('file/', read)
  expect([once, always]).toEqual([200, 503])
})
