import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import { waitlist } from '#forms/waitlist.ts'
import { changeState } from '#server/collections/change.ts'
import { add } from '#server/collections/records.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { collectionsOf } from '#server/collections/collection.ts'
import { newId } from '#server/storage/record-id.ts'
import { change, newMessage, pageOf } from './inbox.ts'
import { forget } from './rows.ts'
import {
  askExport,
  askRecords,
  interceptStorage,
  ownPage,
  signIn,
  untilAnswered,
  useStudio,
  type Asked,
} from './studio.ts'
import { runs } from '../runs.ts'

useStudio()

const HOUR = 60 * 60 * 1_000

/** Number of records per form. */
const CASES = runs(800)

/** Parses a file by RFC 4180, one character at a time. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let at = 0
  const charAt = (place: number) => file.charAt(place)
  const isQuoted = () => charAt(at) === '"'
  while (at < file.length) {
    if (isQuoted()) {
      for (at++; at < file.length && (!isQuoted() || charAt(at + 1) === '"'); at++) {
        if (isQuoted()) at++
        cell += charAt(at)
      }
      at++
    }
    while (at < file.length && ![',', '\r'].includes(charAt(at))) cell += charAt(at++)
    row.push(cell)
    cell = ''
    if (charAt(at++) === ',') continue
    expect(charAt(at++)).toBe('\n')
    rows.push(row)
    row = []
  }
  return rows
}

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n",\'; a'.split('')) }),
)
const anyAnswer = fc.oneof(
  { weight: 8, arbitrary: anything },
  { weight: 1, arbitrary: fc.array(anything, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, 5, -5) },
)

type Answer = string | string[] | number | undefined
const shown = (value: Answer) =>
  (Array.isArray(value) ? value.join(', ') : String(value ?? '')).toWellFormed()

async function textOf(answer: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
}

async function addMany(form: Form) {
  const [collection] = await collectionsOf(form)
  if (!collection) throw new Error(`${form.name} has no collection.`)
  const record = fc.record(
    Object.fromEntries(storedKeys(form).map((key) => [key, anyAnswer] as const)),
  )
  const submissions = fc.sample(record, CASES).map((answers, i) => {
    const at = Date.now() - i * 60_000
    return { id: newId(at), createdAt: new Date(at).toISOString(), ...answers }
  })
  const notes = fc.sample(anything, 20)
  for (const [i, submission] of submissions.entries()) {
    await add(collection, { submission, attempt: '', digest: '' })
    const note = notes[i]
    if (note !== undefined) await changeState(collection, submission.id, () => ({ note }))
  }
  // A busy machine may not do this within the time that a request gives it.
  await fold(collection, 60_000)
  return { submissions: submissions as Record<string, Answer>[], notes }
}

test.each(forms.map((form) => [form.collection, form] as const))(
  'the file of %s contains every value, and no cell begins a formula',
  async (_, form) => {
    const { submissions, notes } = await addMany(form)
    const headers = await signIn()
    const answer = await untilAnswered((asked) =>
      askExport(`${form.collection}.csv`, { headers, ...asked }),
    )
    const text = await textOf(answer)
    expect(text[0]).toBe('\ufeff')
    const [head = [], ...rows] = parse(text.slice(1))
    const own = ['id', 'createdAt', ...storedKeys(form)]
    expect(head).toEqual([...own, 'seenAt', 'answeredAt', 'dueAt', 'note'])
    const clock = await replyClockOf(form)
    const asTyped = (cell: string) => cell.replaceAll("'", '')
    expect(rows.map((row) => row.map(asTyped))).toEqual(
      submissions.map((one, i) => [
        ...own.map((column) => asTyped(shown(one[column]))),
        ...['', ''],
        clock ? new Date(clock.dueAt(Date.parse(String(one['createdAt'])))).toISOString() : '',
        asTyped(shown(notes[i])),
      ]),
    )
    for (const cell of rows.flat()) expect(/^[=+\-@＝＋－＠\t\r\n]/.test(cell)).toBe(false)
  },
  runs(60_000),
)

/** Reads all parts of a file and joins them, as the dashboard does. */
async function wholeFile(
  file: string,
  cookie: string,
  asked = '',
  search?: string,
): Promise<{ parts: number; text: string }> {
  let text = ''
  let query = asked
  for (let parts = 1; ; parts++) {
    const answer = await untilAnswered((asked) =>
      search === undefined
        ? askExport(file + query, { headers: { cookie }, ...asked })
        : askExport(file + query, {
            method: 'POST',
            headers: { cookie, ...ownPage },
            body: { search },
            ...asked,
          }),
    )
    expect(answer.status).toBe(200)
    text += await textOf(answer)
    const [, next] = /^<(\?[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? []
    if (!next) return { parts, text }
    if (search !== undefined) expect(next).not.toContain(search)
    query = next
  }
}

test('a long export comes in parts, with each record once and list after list', async () => {
  const { cookie } = await signIn()
  const [first, second] = await collectionsOf(waitlist)
  if (!first || !second) throw new Error('There are too few waitlists.')
  const before = parse((await wholeFile('waitlist.csv', cookie)).text).length
  const ids = Array.from({ length: 5_200 }, (_, i) => newId(Date.now() - i * 1_000 - 3 * HOUR))
  const recordOf = (id: string) => ({
    submission: { id, createdAt: '', email: `${id}@a.example`, source: 'landing', projectSlug: '' },
    attempt: '',
    digest: '',
  })
  await Promise.all(ids.map((id) => add(first, recordOf(id))))
  const last = newId()
  await add(second, recordOf(last))
  await fold(first, 60_000)
  const { parts, text } = await wholeFile('waitlist.csv', cookie)
  // The long list has two parts, and each other list has one.
  expect(parts).toBe(1 + (await collectionsOf(waitlist)).length)
  const rows = parse(text.slice(1))
  expect(rows).toHaveLength(before + ids.length + 1)
  expect(rows.filter(([id]) => id === 'id')).toHaveLength(1)
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
  for (const id of [...ids, last]) expect(text).toContain(id)
})

test.each(['?part=99', '?part=-1', '?part=x', '?cursor=nonsense'])(
  'a part %s of a file is refused',
  async (query) => {
    const answer = await askExport(`contact-submissions.csv${query}`, { headers: await signIn() })
    expect([400, 404]).toContain(answer.status)
  },
)

test('an export is refused while storage is down, not cut short', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = await signIn()
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (++requests < 6) return storage(input, init)
    return Promise.resolve(new Response(null, { status: 503 }))
  })
  expect((await askExport('contact-submissions.csv', { headers })).status).toBe(503)
  putBack()
})

test('a file contains the same records as its list, in the same order', async () => {
  const headers = await signIn()
  const marks = ['one', 'two', 'three', 'four'].map((word) => `${word} of the file`)
  const paths = await Promise.all(marks.map((company) => newMessage({ company })))
  await newMessage({ company: 'five of the file', honeypot: 'https://spam.test' })
  await change(paths[0] ?? '', { seen: true, note: 'Ring her "soon"', version: 0 })
  await change(paths[1] ?? '', { answered: true })
  for (const query of [
    '?search=of+the+file',
    '?search=OF+FILE&sort=company',
    '?search=the+file&sort=-company&status=new',
    '?search=of+the+file&status=answered',
    '?search=of+the+file&status=overdue',
    '?search=ring+soon',
    '?search=of+the+file&state=held',
    '?status=answered',
  ]) {
    const list = await pageOf(`contact-submissions${query}&limit=200`)
    const { text } = await wholeFile('contact-submissions.csv', headers.cookie, query)
    const [head = [], ...rows] = parse(text.slice(1))
    expect(rows.map(([id]) => id)).toEqual(list.items.map(({ id }) => id))
    const cells = (name: string) => rows.map((row) => row[head.indexOf(name)])
    for (const name of ['seenAt', 'answeredAt', 'dueAt'] as const) {
      expect(cells(name)).toEqual(list.items.map(({ state }) => state?.[name] ?? ''))
    }
    if (query.includes('ring')) expect(cells('note')).toEqual(['Ring her "soon"'])
    if (query.includes('held')) expect(cells('signals')).toEqual(['honeypot'])
    expect(head.includes('signals')).toBe(query.includes('held'))
  }
})

test('a search in a body finds the same as one in the address, and stands in no address', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  await newMessage({ company: 'nowhere in an address' })
  const asked = { search: 'nowhere in an address' }
  const list = 'contact-submissions?sort=-name&limit=9'
  const inBody = await askRecords(list, { method: 'POST', headers, body: asked })
  const inAddress = await pageOf(`${list}&${new URLSearchParams(asked)}`)
  expect(await inBody.json()).toEqual(inAddress)
  expect(inAddress.total).toBe(1)
  const { text } = await wholeFile('contact-submissions.csv', headers.cookie, '', asked.search)
  expect(parse(text.slice(1))).toHaveLength(2)

  for (const ask of [
    (one: Asked) => askRecords('contact-submissions', { method: 'POST', ...one }),
    (one: Asked) => askExport('contact-submissions.csv', { method: 'POST', ...one }),
  ]) {
    expect((await ask({ headers, body: {} })).status).toBe(422)
    expect((await ask({ headers, body: { search: 1 } })).status).toBe(422)
    expect((await ask({ headers, body: { search: 'x'.repeat(255) } })).status).toBe(400)
    expect((await ask({ headers, body: { search: 'x'.repeat(5_000) } })).status).toBe(413)
    expect((await ask({ headers: { cookie: headers.cookie }, body: asked })).status).toBe(403)
    expect((await ask({ headers: ownPage, body: asked })).status).toBe(401)
  }
})

test('the file of a long search result comes in parts too', async () => {
  const { cookie } = await signIn()
  const [first] = await collectionsOf(waitlist)
  const { text, parts } = await wholeFile(
    'waitlist.csv',
    cookie,
    `?sort=email&projectSlug=${first?.name.split('.')[1]}`,
    'A.EXAMPLE',
  )
  expect(parts).toBe(2)
  const emails = parse(text.slice(1))
    .slice(1)
    .map((row) => row[2] ?? '')
  expect(emails).toHaveLength(5_200)
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  expect(emails).toEqual(emails.toSorted(compare))
  for (const query of [
    '?status=late',
    '?state=hold',
    '?status=new&state=held',
    '?sort=fate',
    '?projectSlug=x',
  ]) {
    const answer = await askExport(`waitlist.csv${query}`, { headers: { cookie } })
    expect([400, 404]).toContain(answer.status)
  }
})

test('a part with unreadable records is refused with a Retry-After', async () => {
  const { cookie } = await signIn()
  forget()
  const isChunk = (input: unknown) =>
    /rows\/waitlist[^/]*\/\d/.test(decodeURIComponent(String(input)))
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      isChunk(input) ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init),
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = await askExport('waitlist.csv?search=a.example', { headers: { cookie } })
  putBack()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const { error, indexed } = (await answer.json()) as {
    error: string
    indexed: { done: number; of: number }
  }
  expect(error).toContain('Not all records could be read.')
  expect(indexed.done).toBeLessThan(indexed.of)
})
