import { beforeAll, expect, test } from 'vitest'
import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import { personFields } from '#forms/roles.ts'
import { add } from '#server/collections/records.ts'
import { collectionsOf, type Collection } from '#server/collections/collection.ts'
import { listRecords } from '#server/admin/list-records.ts'
import { newId } from '#server/storage/record-id.ts'
import { askExport, askRecords, listMessages, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

const NAMES = ['Ada', 'Zoë', 'Bo', 'Åsa', 'Mei']
const HOUR = 60 * 60 * 1_000

/** Adds five records with the name in every field. The first ones are old enough for the index. */
async function addFive(form: Form, collection: Collection, isHeld: boolean) {
  for (const [i, one] of NAMES.entries()) {
    const at = Date.now() - (5 - i) * HOUR
    const answers = storedKeys(form).map((key) => [key, key === 'email' ? `${one}@a.example` : one])
    const submission = {
      id: newId(at),
      createdAt: new Date(at).toISOString(),
      ...(isHeld && { signals: ['honeypot'] }),
    }
    const stored = { ...submission, ...(Object.fromEntries(answers) as Record<string, string>) }
    await add(collection, { submission: stored, attempt: '', digest: '' })
  }
}

const every = forms.map((form) => [form.collection, form] as const)

async function firstOf(form: Form): Promise<Collection> {
  const [first] = await collectionsOf(form)
  if (!first) throw new Error(`${form.name} has no collection.`)
  return first
}

beforeAll(async () => {
  for (const form of forms) {
    const collection = await firstOf(form)
    for (const isHeld of [false, true]) await addFive(form, collection, isHeld)
  }
})

type Listed = { items: Record<string, string>[]; total: number; next: string | null }

async function ask(form: Form, asked: Record<string, string>, isHeld: boolean): Promise<Listed> {
  const query = new URLSearchParams({ ...asked, ...(isHeld && { state: 'held' }) })
  return (await listRecords(await firstOf(form), query)).json() as Promise<Listed>
}

const columns = every.flatMap(([name, form]) =>
  form.columns.map((column) => [column, name, form] as const),
)

test.each(columns)(
  'sorts by %s of %s in both directions, listed and held',
  async (column, _, form) => {
    const byTime = ['Ada', 'Zoë', 'Bo', 'Åsa', 'Mei']
    const byName = ['Ada', 'Åsa', 'Bo', 'Mei', 'Zoë']
    const expected = { createdAt: byTime, id: byTime.toReversed() }[column] ?? byName
    const [who = ''] = personFields(form).filter((field) => field !== 'email')
    for (const isHeld of [false, true]) {
      const names = async (sort: string) =>
        (await ask(form, { sort, limit: '5' }, isHeld)).items.map((one) => one[who])
      expect(await names(column)).toEqual(expected)
      expect(await names(`-${column}`)).toEqual(expected.toReversed())
    }
  },
)

test.each(every)('searches all texts of %s, listed and held', async (_, form) => {
  for (const isHeld of [false, true]) {
    for (const search of ['asa', 'ÅSA@a.ex', ' zoe ', '@a.example asa']) {
      const { items, total } = await ask(form, { search }, isHeld)
      expect({ total, shown: items.length }).toEqual({ total: 1, shown: 1 })
    }
    expect(await ask(form, { search: '@a.example', limit: '2' }, isHeld)).toMatchObject({
      total: 5,
    })
    expect(await ask(form, { search: 'nobody' }, isHeld)).toMatchObject({ total: 0, next: null })
  }
})

test.each(['hold', 'Held', ''])('the state “%s” is refused at every address', async (state) => {
  const headers = { ...(await signIn()), ...ownPage }
  const [one] = (await listMessages(headers, '?limit=1')).items
  const record = `contact-submissions/${one?.id}?state=${state}`
  const refused = [
    await askRecords(`contact-submissions?state=${state}`, { headers }),
    await askExport(`contact-submissions.csv?state=${state}`, { headers }),
    await askRecords(record, { headers }),
    await askRecords(record, { method: 'DELETE', headers }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'Unknown state.' })
  }
})

test('a second delete answers 404, and a held record needs its state in the request', async () => {
  const headers = { ...(await signIn()), ...ownPage }
  const [held] = (await listMessages(headers, '?state=held&limit=1')).items
  const remove = (query: string) =>
    askRecords(`contact-submissions/${held?.id}${query}`, { method: 'DELETE', headers })
  const nothing = { error: 'This contact submission does not exist.' }
  expect(await (await remove('')).json()).toEqual(nothing)
  expect((await remove('?state=held')).status).toBe(200)
  const again = await remove('?state=held')
  expect(again.status).toBe(404)
  expect(await again.json()).toEqual(nothing)
  expect((await listMessages(headers, '?state=held&limit=1')).total).toBe(4)
  expect((await listMessages(headers, '?limit=1')).total).toBe(5)
})
