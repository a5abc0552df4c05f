import { expect, test } from 'vitest'
import type { LogAnswer, LogItem } from '#api/admin-contract.ts'
import * as kv from '#server/storage/kv.ts'
import { faultsInLog } from '../store/audit/whole-log.ts'
import { askAdmin, invite, newPerson, posed, remove } from './staff.ts'
import { make } from './authenticator.ts'
import { admin, askSession, sendMessage, signIn, useStudio } from './studio.ts'

useStudio()

async function readLog(cookie: string, query = ''): Promise<LogAnswer> {
  const answer = await askAdmin(`log${query}`, { method: 'GET', cookie })
  expect(answer.status).toBe(200)
  return (await answer.json()) as LogAnswer
}

/** What happens in the log while `act` runs, the newest first. */
async function actsOf(cookie: string, act: () => Promise<unknown>): Promise<LogItem[]> {
  const [before] = (await readLog(cookie)).items
  await act()
  const { items } = await readLog(cookie)
  return items.slice(
    0,
    items.findIndex(({ id }) => id === before?.id),
  )
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id

const WORDS = { name: 'Zaphod Quill', email: 'zaphod@quill.test', message: 'Forty-two whales.' }

test('each act is in the log with its person, and with no word of a sender', async () => {
  const { id: me, cookie } = await newPerson('Asha')
  const who = { id: me, name: 'Asha' }
  const id = await idOf(await sendMessage(WORDS))
  const at = `contact-submissions/${id}`
  const record = { collection: 'contact-submissions', id }
  const other = { collection: 'contact-submissions', id: await idOf(await sendMessage()) }
  const person = { email: WORDS.email }
  const table: [string, object, () => Promise<unknown>][] = [
    ['answered', record, () => askAdmin(at, { method: 'PATCH', cookie, body: { answered: true } })],
    [
      'answer taken back',
      record,
      () => askAdmin(at, { method: 'PATCH', cookie, body: { answered: false } }),
    ],
    [
      'note',
      record,
      () => askAdmin(at, { method: 'PATCH', cookie, body: { note: 'Whales?', version: 0 } }),
    ],
    ['held', record, () => askAdmin(`${at}/hold`, { cookie })],
    ['released', record, () => askAdmin(`${at}/release`, { cookie })],
    [
      'exported',
      { collection: 'contact-submissions' },
      () => askAdmin('contact-submissions.csv', { method: 'GET', cookie }),
    ],
    [
      'exported',
      { collection: 'one person' },
      () => askAdmin('people/export', { cookie, body: person }),
    ],
    ['backed up', {}, () => askAdmin('store/backup', { method: 'GET', cookie })],
    [
      'erased',
      { collection: 'one person' },
      () => askAdmin('people/erase', { cookie, body: { ...person, confirm: 1 } }),
    ],
    [
      'deleted',
      other,
      () => askAdmin(`contact-submissions/${other.id}`, { method: 'DELETE', cookie }),
    ],
  ]
  for (const [act, about, run] of table) {
    const logged = await actsOf(cookie, run)
    expect(logged.map(({ who, act, about }) => ({ who, act, about }))).toEqual([
      { who, act, about },
    ])
  }
  const stored = await Promise.all((await kv.list('log')).map(kv.get))
  expect(JSON.stringify(stored)).not.toMatch(/zaphod|quill|whales/i)
  expect(await faultsInLog()).toEqual([])
})

test('an act that changes nothing is none', async () => {
  const { cookie } = await signIn()
  const id = '8208000000000-0123456789ab'
  const known = await idOf(await sendMessage())
  const first = { method: 'PATCH', cookie, body: { answered: true } }
  await askAdmin(`contact-submissions/${known}`, first)
  const logged = await actsOf(cookie, async () => {
    const at = `contact-submissions/${id}`
    await askAdmin(at, { method: 'DELETE', cookie })
    await askAdmin(at, { method: 'PATCH', cookie, body: { answered: true } })
    const untouched = `contact-submissions/${await idOf(await sendMessage())}`
    await askAdmin(untouched, { method: 'PATCH', cookie, body: { answered: false } })
    const answered = `contact-submissions/${known}`
    await askAdmin(answered, { method: 'PATCH', cookie, body: { answered: true } })
    await askAdmin(answered, { method: 'PATCH', cookie, body: { seen: true } })
    await askAdmin(answered, { method: 'PATCH', cookie, body: { note: '', version: 0 } })
    await askAdmin(`${at}/release`, { cookie })
    await askAdmin(`${untouched}/release`, { cookie })
    const spam = await idOf(await sendMessage({ honeypot: 'https://spam.test' }))
    await askAdmin(`contact-submissions/${spam}/hold`, { cookie })
    for (const [email, confirm] of [
      ['ada@example.com', 0],
      ['nobody@example.com', 0],
    ] as const) {
      await askAdmin('people/erase', { cookie, body: { email, confirm } })
    }
    await askAdmin(`staff/${id}`, { method: 'DELETE', cookie })
  })
  expect(logged).toEqual([])
})

test('inviting, keys and removing are acts', async () => {
  const { id, cookie } = await newPerson('Bo')
  const mine = { collection: 'people', id }
  const logged = await actsOf(cookie, async () => {
    const { id: other } = await invite('Cy', cookie)
    await remove(other, cookie)
    const { options, cookie: challenge } = await posed('own/key-options', { cookie })
    const body = { response: make(options).response, name: 'Two' }
    await askAdmin('own/keys', { cookie: `${cookie}; ${challenge}`, body })
  })
  expect(logged.map(({ act }) => act)).toEqual(['key added', 'removed', 'invited'])
  expect(logged[0]?.about).toEqual(mine)
})

test('the tenth refused password is in the log, once', async () => {
  const { cookie } = await signIn()
  const logged = await actsOf(cookie, async () => {
    for (let i = 0; i < 12; i++) {
      const body = { ...admin, password: 'guess' }
      await askSession('login', { address: '203.0.113.90', body })
    }
  })
  expect(logged.map(({ act }) => act)).toEqual(['refused ten times'])
})

test('the log is read by person, in pages, and as CSV', async () => {
  const { id, cookie } = await newPerson('Dee')
  for (let i = 0; i < 160; i++) await askAdmin('store/backup', { method: 'GET', cookie })
  const first = await readLog(cookie)
  const second = await readLog(cookie, `?cursor=${first.next}`)
  expect(first.items).toHaveLength(150)
  const ids = [...first.items, ...second.items].map((one) => one.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort())
  const unknown = await askAdmin('log?cursor=x', { method: 'GET', cookie })
  expect(unknown.status).toBe(400)
  const own = await readLog(cookie, `?person=${id}`)
  expect(own.items.every(({ who }) => who.id === id)).toBe(true)
  const file = await askAdmin('log.csv', { method: 'GET', cookie })
  expect(file.headers.get('link')).toMatch(/^<\?cursor=\d{13}-[0-9a-f]{12}>; rel="next"$/)
  const [head, row] = Buffer.from(await file.arrayBuffer())
    .toString()
    .split('\r\n')
  expect(head).toBe('\ufefftime,person,act,collection,id,person id')
  expect(row).toMatch(/^\d{4}-.*Z,Dee,backed up,,,\d{13}-[0-9a-f]{12}$/)
  expect(row?.endsWith(`,${id}`)).toBe(true)
})

test('the record says who answered, and the password says nothing', async () => {
  const { cookie } = await newPerson('Eve')
  const at = `contact-submissions/${await idOf(await sendMessage())}`
  const state = async (asked: object) => {
    const answer = await askAdmin(at, { method: 'PATCH', cookie, ...asked })
    return ((await answer.json()) as { state: Record<string, unknown> }).state
  }
  expect(await state({ body: { answered: true } })).toMatchObject({ answeredBy: 'Eve' })
  const password = await signIn()
  // Who did it first stays.
  expect(await state({ ...password, body: { answered: true } })).toMatchObject({
    answeredBy: 'Eve',
  })
  // Undo sets it again as it was, but it is somebody else's own answer.
  const took = await state({ body: { answered: false } })
  expect(took).not.toHaveProperty('answeredBy')
  expect(took).not.toHaveProperty('takenBack')
  expect(await state({ body: { answered: true } })).toMatchObject({ answeredBy: 'Eve' })
  await state({ body: { answered: false } })
  expect(await state({ ...password, body: { answered: true } })).not.toHaveProperty('answeredBy')
})
