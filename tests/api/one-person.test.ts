import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import { waitlist } from '#forms/waitlist.ts'
import * as kv from '#server/storage/kv.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { add } from '#server/collections/records.ts'
import { newId } from '#server/storage/record-id.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { normalizeEmail } from '#server/collections/search.ts'
import { runs } from '../runs.ts'
import { logKeys } from '../store/audit/whole-log.ts'
import { answersTo } from './answers.ts'
import { answerTo, change } from './inbox.ts'
import { forget } from './rows.ts'
import {
  askPeople,
  askResume,
  crashes,
  dieAt,
  interceptStorage,
  ownPage,
  send,
  sendMessage,
  signIn,
  untilAnswered,
  useStudio,
} from './studio.ts'

useStudio()

const HOUR_MS = 60 * 60 * 1_000

type Item = { collection: string; projectSlug?: string; id: string; held: boolean }
type People = { items: Item[]; total: number }

async function people(email: string): Promise<People> {
  const headers = { ...(await signIn()), ...ownPage }
  const answer = await untilAnswered((asked) => askPeople({ email }, '', { headers, ...asked }))
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as People
}
const ask = async (body: unknown, act = '') =>
  askPeople(body, act, { headers: { ...(await signIn()), ...ownPage } })

const fresh = () => `${randomUUID()}@engine.test`
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id

/** Sends every form, joins every list and gets two held records, with different spellings. */
async function everywhere(email: string): Promise<number> {
  const spelled = [email, email.toUpperCase(), `  ${email} `]
  let sent = 0
  const spelling = () => spelled[sent++ % spelled.length]
  for (const form of forms.filter((one) => one !== waitlist)) {
    const answer = await send(form, { ...(await answersTo(form)), email: spelling() })
    expect(answer.status).toBe(201)
  }
  for (const { slug } of await waitlistProjects()) {
    const entry = { email: spelling(), source: 'landing', projectSlug: slug }
    expect((await send(waitlist, entry)).status).toBe(201)
  }
  await sendMessage({ email: spelling(), honeypot: 'https://spam.test' })
  const held = await idOf(await sendMessage({ email: spelling() }))
  await answerTo(`contact-submissions/${held}/hold`, 'POST')
  return sent
}

/** Sends messages from similar addresses of other people. */
async function lookalikes(email: string) {
  const [name = '', host = ''] = email.split('@')
  const others = [`x${email}`, `${email}.test`, `${name.slice(1)}@${host}`, `${name}@other.test`]
  for (const one of others) await sendMessage({ email: one, message: `Not ${email}, but near.` })
  return others
}

test('one person is found in all forms, lists and held records, and nobody else is', async () => {
  const email = fresh()
  const others = await lookalikes(email)
  const sent = await everywhere(email)
  const { items, total } = await people(`  ${email.toUpperCase()} `)
  expect([items.length, total]).toEqual([sent, sent])
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort())
  expect(items.filter(({ held }) => held)).toHaveLength(2)
  const lists = new Set(items.map(({ collection, projectSlug }) => `${collection} ${projectSlug}`))
  const slugs = (await waitlistProjects()).map(({ slug }) => `waitlist ${slug}`)
  const single = forms.filter((form) => form !== waitlist).map((form) => form.collection)
  expect([...lists].sort()).toEqual([...single.map((name) => `${name} undefined`), ...slugs].sort())
  for (const item of items) {
    expect(Object.keys(item).sort()).toEqual(
      [
        'collection',
        'createdAt',
        'held',
        'id',
        ...(item.projectSlug ? ['projectSlug'] : []),
      ].sort(),
    )
  }
  for (const one of others) expect((await people(one)).total).toBe(1)
  expect(await people(fresh())).toEqual({ items: [], total: 0 })
})

test('the export has every record and the resume, in a file that is not cached', async () => {
  const email = fresh()
  const sent = await everywhere(email)
  const { items } = await people(email)
  const application = items.find(({ collection }) => collection === careers.collection)
  const path = `${careers.collection}/${application?.id}`
  await change(path, { seen: true, answered: true, note: 'A good one.', version: 0 })
  await change(path, { seen: false })

  // As the outbox notes it.
  const receipt = { tries: 1, deliveredAt: '2026-11-24T08:00:00.000Z' }
  await kv.put(`notify/${careers.collection}/${application?.id}`, { at: 1, receipt })

  const answer = await ask({ email }, 'export')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="person.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const file = (await answer.json()) as {
    email: string
    total: number
    items: (Item & { holdReasons?: string[] })[]
  }
  expect(file).toMatchObject({ email, total: sent })
  expect(JSON.stringify(file)).not.toContain('takenBack')
  expect(file.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  const said = (id: string | undefined) => file.items.find((one) => one.id === id)
  const { cookie } = await signIn()
  const resume = await askResume(application?.id ?? '', { headers: { cookie } })
  expect(said(application?.id)).toMatchObject({
    record: { email: expect.any(String) as string, roleSlug: expect.any(String) as string },
    state: { note: 'A good one.', version: 1, answeredAt: expect.any(String) as string },
    deliveries: { at: 1, receipt },
    resumeFileBase64: Buffer.from(await resume.arrayBuffer()).toString('base64'),
  })
  const reasons = file.items.flatMap(({ holdReasons }) => (holdReasons ? [holdReasons] : []))
  expect(reasons).toEqual([['by hand'], ['honeypot']])
})

test('a person is erased completely after the studio confirms the number of records', async () => {
  const email = fresh()
  const others = await lookalikes(email)
  const sent = await everywhere(email)
  const { items } = await people(email)
  for (const confirm of [sent - 1, sent + 1, String(sent), undefined]) {
    const answer = await ask({ email, confirm }, 'erase')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({
      error: `There are now ${sent} records for this address.`,
    })
  }
  // Somebody sends a message before the studio confirms.
  await sendMessage({ email })
  expect((await ask({ email, confirm: sent }, 'erase')).status).toBe(409)
  expect((await people(email)).total).toBe(sent + 1)

  const answer = await ask({ email: ` ${email} `, confirm: sent + 1 }, 'erase')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ erased: sent + 1 })
  expect(await people(email)).toEqual({ items: [], total: 0 })
  const { cookie } = await signIn()
  for (const { id } of items) {
    expect((await askResume(id, { headers: { cookie } })).status).toBe(404)
  }
  for (const one of others) expect((await people(one)).total).toBe(1)
  expect(await (await ask({ email, confirm: 0 }, 'erase')).json()).toEqual({ erased: 0 })

  // A later sign-up is new and no duplicate.
  const [app] = await waitlistProjects()
  const again = await send(waitlist, { email, source: 'landing', projectSlug: app?.slug })
  expect(await again.json()).toMatchObject({ duplicate: false })
  expect((await people(email)).total).toBe(1)
})

/** Adds an old message directly. */
async function oldMessage(email: string, daysAgo: number) {
  const id = newId(Date.now() - daysAgo * 24 * HOUR_MS)
  const submission = { id, createdAt: '', name: 'Old', email, message: 'Old.' } as const
  const record = {
    submission: { ...submission, subject: 'Other' as const },
    attempt: '',
    digest: '',
  }
  await add(collectionOf(contact, {}), record)
}

test('an older record is found, exported and erased by either spelling of its address', async () => {
  const email = fresh()
  const wide = email.replace(/^./, (first) => String.fromCodePoint(first.charCodeAt(0) + 0xfee0))
  await oldMessage(wide, 3)
  await sendMessage({ email })
  for (const asked of [email, wide]) expect((await people(asked)).total).toBe(2)
  const file: unknown = await (await ask({ email }, 'export')).json()
  expect(file).toMatchObject({ items: [{ record: { email } }, { record: { email: wide } }] })
  expect(await (await ask({ email, confirm: 2 }, 'erase')).json()).toEqual({ erased: 2 })
  expect((await people(wide)).total).toBe(0)
})

test('a person is found with and without rows, and unreadable rows give an error', async () => {
  const email = fresh()
  await oldMessage(email, 3)
  await fold(collectionOf(contact, {}))
  await oldMessage(email, 2)
  await sendMessage({ email })
  expect((await people(email)).total).toBe(3)

  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await fold(collectionOf(contact, {}))
  forget()
  const isChunk = (input: unknown) => /rows\/[^/]+\/\d/.test(decodeURIComponent(String(input)))
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      isChunk(input) ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init),
  )
  const headers = { ...(await signIn()), ...ownPage }
  const logged = await logKeys()
  for (const act of ['', 'export', 'erase']) {
    const answer = await askPeople({ email, confirm: 1 }, act, { headers })
    expect(answer.status, act).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    // The error states the progress.
    const { indexed } = (await answer.json()) as { indexed: { done: number; of: number } }
    expect(indexed.done).toBeGreaterThan(0)
    expect(indexed.of).toBeGreaterThan(indexed.done)
  }
  putBack()
  expect(await logKeys()).toEqual(logged)
  expect((await people(email)).total).toBe(3)
})

test('nobody is erased without an entry in the log', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = fresh()
  await sendMessage({ email })
  const headers = { ...(await signIn()), ...ownPage }
  const isEntry = (input: unknown) => decodeURIComponent(String(input)).includes('/log/')
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      isEntry(input) ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init),
  )
  expect((await askPeople({ email, confirm: 1 }, 'erase', { headers })).status).toBe(503)
  putBack()
  expect((await people(email)).total).toBe(1)
})

/** Numbers of storage requests before the crash, in the search and in the removals. */
const STEPS = [10, 40, 45, 50, 55, 60, 65, 70]
test.each(crashes(1).flatMap(({ isAfter }) => STEPS.map((step) => ({ step, isAfter }))))(
  'an erasure that dies at step $step continues with the next request',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = fresh()
    for (let i = 0; i < 4; i++) await sendMessage({ email })
    const headers = { ...(await signIn()), ...ownPage }
    const revive = dieAt(step, isAfter)
    const answer = await askPeople({ email, confirm: 4 }, 'erase', { headers })
    revive()
    const { total } = await people(email)
    // A successful answer means that every record is gone.
    if (answer.status === 200) expect(total).toBe(0)
    else expect(answer.status).toBe(503)
    // Removals may continue after the answer, so fewer records than stated may be left.
    const { left = 4 } = (await answer.json()) as { left?: number }
    expect(total).toBeLessThanOrEqual(left)
    const again = await ask({ email, confirm: total }, 'erase')
    expect(await again.json()).toEqual({ erased: total })
    expect((await people(email)).total).toBe(0)
  },
)

/** Letters that look alike, decompose, or disappear in a search. */
const letter = fc.oneof(
  fc.constantFrom(
    ...Array.from('aAéÉe\u0301ﬁｂＢßẞİıK\u00a8ø\u0345ςΣσ.ſ½㏂'),
    'a\u0308',
    '\u1e9b\u0323',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
const part = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''))
const isStored = (address: string) => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(address)

/** The waitlist's old normalization, from before it refused look-alike addresses. */
const look = (address: string) => address.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()

test('a search finds every address that a waitlist treats as the same, also old look-alikes', async () => {
  await fc.assert(
    fc.asyncProperty(part, async (name) => {
      const stored = `${name}@${randomUUID()}.test`.toWellFormed().normalize('NFC')
      fc.pre(isStored(stored))
      await oldMessage(stored, 1)
      for (const same of [stored, normalizeEmail(stored), stored.normalize('NFKC'), look(stored)]) {
        fc.pre(look(same) === look(stored) && same.split('@').length === 2)
        expect((await people(same)).total).toBe(1)
      }
    }),
    { numRuns: runs(60) },
  )
})

test.each([
  {},
  { email: '' },
  { email: '  ' },
  { email: 'ada' },
  { email: 5 },
  { email: ['a@b.c'] },
])('an invalid address is refused: %o', async (body) => {
  for (const act of ['', 'export', 'erase']) {
    const answer = await ask(body, act)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ error: 'Enter a valid email address.' })
  }
})

test('an erasure finds a closed waitlist, also if a listing lacks it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = fresh()
  const closed = { form: waitlist, name: 'waitlist.closed-long-ago' }
  const id = newId()
  const submission = { id, createdAt: '', email, source: 'landing', projectSlug: 'closed-long-ago' }
  await add(closed, { submission, attempt: id, digest: 'd' })
  const empty = () => Promise.resolve(Response.json({ blobs: [], directories: [] }))
  const putBack = interceptStorage((storage) => (input, init) => {
    const asked = new URL(input as string).searchParams
    return asked.get('directories') === 'true' ? empty() : storage(input, init)
  })
  const lied = await ask({ email, confirm: 0 }, 'erase')
  putBack()
  // The erasure finds the entry or reports that it cannot tell.
  expect([409, 503]).toContain(lied.status)
  const headers = { ...(await signIn()), ...ownPage }
  const erased = await untilAnswered((more) =>
    askPeople({ email, confirm: 1 }, 'erase', { headers, ...more }),
  )
  expect(await erased.json()).toEqual({ erased: 1 })
})
