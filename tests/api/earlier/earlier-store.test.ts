import { beforeEach, expect, test, vi } from 'vitest'
import { checkStore } from '#server/housekeeping/check.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { takeOverEarlier } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { entries, join, releaseEntry } from '../entries.ts'
import { answerTo, asAdmin, change, pageOf, type InboxRecord } from '../inbox.ts'
import { askNotifications } from '../notifications/ask-notifications.ts'
import {
  called,
  clock,
  HOUR,
  keepTellingFor,
  mailbox,
  mailed,
  MINUTE,
  useChannels,
} from '../notifications/telling.ts'
import {
  askExport,
  askPeople,
  askResume,
  ownPage,
  signIn,
  untilAnswered,
  useStudio,
} from '../studio.ts'
import { GUESTS, idOf, LEFT_AT, sendAgain, sentBy, useEarlierStore } from './earlier-store.ts'

useStudio()
useChannels()

const DAY = 24 * HOUR
const PDF = '%PDF-1.7\nAda Lovelace, engines\n%%EOF'
const admin = async () => ({ ...(await signIn()), ...ownPage })
const path = (who: string) => `contact-submissions/${idOf(who)}`

beforeEach(async () => {
  await useEarlierStore()
  clock.now = LEFT_AT
  // A site without an address makes no daily check.
  vi.stubEnv('URL', '')
})

async function notifications(act = '') {
  const { body } = await askNotifications(act, await admin(), act ? {} : undefined)
  return body as { owed: number; failed: { total: number; items: unknown[] } }
}

async function person(email: string): Promise<{ items: { id: string }[]; total: number }> {
  const headers = await admin()
  const answer = await untilAnswered((asked) => askPeople({ email }, '', { headers, ...asked }))
  return (await answer.json()) as { items: { id: string }[]; total: number }
}

/** The lists that show a record of Ada's. */
const ADAS = [
  'contact-submissions',
  'investor-submissions',
  'eir-submissions',
  'career-applications',
  'waitlist.calmist',
  'waitlist.fundraise-coach',
]

/** Reads everything that the studio can see and checks it. */
async function readAll() {
  const listed = ['ada', 'bob', 'dave', 'frank', 'ivan'].map((who) => idOf(who))
  const messages = await pageOf('contact-submissions?limit=200')
  const ids = messages.items.map(({ id }) => id)
  expect(ids.filter((id) => !listed.includes(id))).toHaveLength(GUESTS)
  expect(ids).toEqual(expect.arrayContaining(listed))
  expect(messages.total).toBe(listed.length + GUESTS)
  const held = await pageOf('contact-submissions?limit=200&state=held')
  expect(held.items.map(({ id }) => id)).toEqual([idOf('erin'), idOf('mallory')])
  for (const list of ['investor-submissions', 'eir-submissions', 'career-applications']) {
    const { items, total } = await pageOf(list)
    expect([total, items[0]?.id]).toEqual([1, idOf('ada', list)])
  }
  const list = (query = '', slug?: string) => entries(query, slug)
  expect((await list()).items.map(({ email }) => email)).toEqual([
    'bob@example.com',
    'ada@example.com',
  ])
  expect((await list('&state=held')).items.map(({ email }) => email)).toEqual([
    'mallory@example.com',
  ])
  expect((await list('', 'fundraise-coach')).total).toBe(1)

  const found = await pageOf('contact-submissions?search=somebody%20wrote')
  expect(found.items.map(({ id }) => id)).toEqual([idOf('bob')])
  expect(await answerTo<InboxRecord>(path('bob'))).toMatchObject({
    email: 'bob@example.com',
    state: { note: 'Call back on Monday.', version: 1, seenAt: expect.any(String) as string },
  })
  // The note of this record has a hint, but is not in a row yet.
  const hinted = await answerTo<InboxRecord>(path('ada'))
  expect(hinted.state).toMatchObject({ note: 'Hinted.', version: 1 })
  const toldAt = expect.any(String) as string
  expect(hinted).toMatchObject({ told: { mail: { toldAt }, webhook: { toldAt } } })
  for (const who of ['carol', 'heidi']) expect((await asAdmin(path(who))).status).toBe(404)

  const headers = await signIn()
  const resume = await askResume(idOf('ada', 'career-applications'), { headers })
  expect(await resume.text()).toBe(PDF)
  const csv = await untilAnswered((asked) =>
    askExport('contact-submissions.csv', { headers, ...asked }),
  )
  const text = await csv.text()
  for (const who of ['ada', 'bob', 'dave', 'frank', 'ivan', 'guest0', 'guest20']) {
    expect(text).toContain(`${who}@example.com`)
  }
  for (const who of ['carol', 'heidi']) expect(text).not.toContain(`${who}@example.com`)

  const ada = await person('ada@example.com')
  // Another record is on a list that the site no longer offers.
  expect(ada.total).toBe(ADAS.length + 1)
  const adas = ada.items.map(({ id }) => id)
  expect(adas).toEqual(expect.arrayContaining(ADAS.map((where) => idOf('ada', where))))
}

test('everything stored is listed, counted, found and read', async () => {
  await readAll()
  const { failed } = await notifications()
  expect(failed).toMatchObject({ total: 1, items: [{ id: idOf('frank') }] })
})

test('a repeated submission gets its old answer and makes no second record', async () => {
  const stored = [
    ...ADAS.map((where) => sentBy('ada', where)),
    ...['bob', 'mallory', 'dave', 'erin', 'ivan'].map((who) => sentBy(who)),
    sentBy('mallory', 'waitlist.calmist'),
  ]
  for (const one of stored) {
    const answer = await sendAgain(one)
    expect([one.sent, answer.status]).toEqual([one.sent, 201])
    expect(await answer.json()).toMatchObject({ ok: true, id: one.id })
    const other = await sendAgain({ ...one, answers: { ...one.answers, email: 'x@example.com' } })
    expect(other.status).toBe(422)
  }
  await readAll()
})

test('an application with a file but no record is completed under its claim’s id', async () => {
  const files = await kv.list('file/career-applications/')
  const answer = await sendAgain(sentBy('grace', 'career-applications'))
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  expect(await kv.list('file/career-applications/')).toEqual(files)
  expect(files).toContain(`file/career-applications/${id}`)
  expect(await (await askResume(id, { headers: await signIn() })).text()).toBe(PDF)
})

test('an address is on a list once, and a held or deleted one can join', async () => {
  for (const email of ['ada@example.com', ' BOB@example.com']) {
    const again = await join(email)
    expect([again.status, await again.json()]).toEqual([200, { ok: true, duplicate: true }])
  }
  for (const email of ['mallory@example.com', 'carol@example.com']) {
    expect(await (await join(email)).json()).toMatchObject({ duplicate: false })
    expect((await join(email)).status).toBe(200)
  }
  expect((await entries()).total).toBe(4)
})

test('a released sign-up keeps its address', async () => {
  const id = idOf('mallory', 'waitlist.calmist')
  expect((await releaseEntry(id)).status).toBe(200)
  expect(await (await join('mallory@example.com')).json()).toEqual({ ok: true, duplicate: true })
  expect((await entries()).items.map((entry) => entry.id)).toContain(id)
})

test('pending notifications go once per channel, and failed ones can be sent again', async () => {
  const before = await kv.list('owed/')
  expect(before).toHaveLength(GUESTS + 1)
  // The first run of the housekeeping imports them.
  await takeOverEarlier()
  await keepTellingFor(2 * HOUR)
  // Twenty mails were already sent, and the last one belongs in a summary mail.
  expect(mailbox.received).toHaveLength(1)
  expect(mailbox.received[0]?.text).toContain(idOf('ivan'))
  const ids = before.map((key) => key.slice(key.lastIndexOf('/') + 1))
  expect(called().sort()).toEqual(ids.sort())
  for (const root of ['owed/', 'gathered/', 'mails', 'pending/']) {
    expect(await kv.list(root)).toEqual([])
  }
  mailbox.received.length = 0
  expect(await notifications('send-again')).toEqual({ sent: 1, left: 0 })
  await keepTellingFor(10 * MINUTE)
  expect(mailed()).toEqual([idOf('frank')])
  expect(await notifications()).toMatchObject({ owed: 0, failed: { total: 0 } })
})

/** These keys may go: delivered notifications, expired keys and derived data. */
const MAY_GO = /^(owed|gathered|failed|nonce|session|window|rows|hint)\/|^mails$/

test('housekeeping a day later erases nothing needed, and the check finds no fault', async () => {
  clock.now += DAY + HOUR
  const before = await kv.list('')
  const faults = await checkStore({ fix: false })
  const known = faults.flatMap(({ what, keys }) => (what === 'expired' ? [] : keys))
  const orphan = (await kv.list('file/career-applications/'))[0]
  const orphaned = orphan?.slice(orphan.lastIndexOf('/') + 1)
  expect(known.sort()).toEqual([orphaned, idOf('heidi')].sort())
  for (let hours = 0; hours < 50; hours++) {
    expect((await runHousekeeping()).failed).toBe(0)
    clock.now += HOUR
  }
  const after = new Set(await kv.list(''))
  const gone = before.filter((key) => !after.has(key) && !MAY_GO.test(key))
  // Heidi's record was already deleted, and nobody has completed Grace's application.
  const leftovers = before.filter((key) => key.includes(idOf('heidi')) && !key.startsWith('gone/'))
  expect(gone.sort()).toEqual(
    [...leftovers.filter((key) => !MAY_GO.test(key)), orphan ?? ''].sort(),
  )
  const found = await checkStore({ fix: true })
  expect(found.filter(({ what }) => what !== 'expired')).toEqual([])
  await readAll()
})

// These tests come last, because an instance remembers removals.

test('a note can be changed, and a record can be deleted', async () => {
  await change(path('bob'), { note: 'Called.', version: 1 })
  expect(await answerTo<InboxRecord>(path('bob'))).toMatchObject({ state: { note: 'Called.' } })
  expect((await asAdmin(path('dave'), 'DELETE')).status).toBe(200)
  const { items } = await pageOf('contact-submissions?limit=200')
  expect(items.map(({ id }) => id)).not.toContain(idOf('dave'))
  expect((await kv.list('')).filter((key) => key.includes(idOf('dave')))).toEqual([
    expect.stringMatching(/^gone\//),
    expect.stringMatching(/^hint\//),
  ])
})

test('a person is erased, also from a list that the site no longer offers', async () => {
  const { items, total } = await person('ada@example.com')
  const headers = await admin()
  const answer = await askPeople({ email: 'ada@example.com', confirm: total }, 'erase', { headers })
  expect(await answer.json()).toEqual({ erased: total })
  expect((await person('ada@example.com')).total).toBe(0)
  const keys = await kv.list('')
  const left = keys.filter((key) => items.some(({ id }) => key.includes(id)))
  expect(left.filter((key) => !/^(gone|hint)\//.test(key))).toEqual([])
  expect(await (await join('ada@example.com')).json()).toMatchObject({ duplicate: false })
})
