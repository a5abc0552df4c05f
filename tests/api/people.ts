import fc from 'fast-check'
import { email, line, optionalLine } from '#forms/answer.ts'
import { defineForm, type Form } from '#forms/form.ts'
import { listRecords } from '#server/admin/list-records.ts'
import type { Collection } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { newId, referenceOf } from '#server/storage/record-id.ts'

/** A form for tests of search and sort, and its records. */

export const people: Form = defineForm({
  name: 'people',
  collection: 'people',
  noun: 'person',
  plural: 'persons',
  tab: 'People',
  captchaAction: 'people_form',
  failure: 'No.',
  columns: ['name', 'email', 'company', 'createdAt'],
  fields: {
    name: { label: 'Name', control: 'line', autoComplete: 'name', answer: line('No.') },
    email: { label: 'Email', control: 'email', autoComplete: 'email', answer: email('No.') },
    company: { label: 'Company', control: 'line', answer: optionalLine() },
    message: { label: 'Message', control: 'line', answer: optionalLine() },
  },
})

export const peopleIn = (name: string): Collection => ({ form: people, name })

export type Person = { id: string; name: string; email: string; company?: string }
export type Answers = Omit<Person, 'id'>

/** Only a few values, so that ties, accents and numbers are frequent. */
export const anyPerson: fc.Arbitrary<Answers> = fc.record(
  {
    name: fc.constantFrom('Ada', 'Adá', 'ÅSA', 'asa', 'Zoë', 'bo', 'Bo Ada'),
    email: fc.constantFrom('ada@a.example', 'bo@b.example', 'Zoe@a.example'),
    company: fc.constantFrom('Acme 9', 'acme 10', 'Ácme 9', 'Zed', '-'),
  },
  { requiredKeys: ['name', 'email'] },
)

export async function addPerson(name: string, answers: Answers, at: number): Promise<Person> {
  const person = { id: newId(at), createdAt: new Date(at).toISOString(), ...answers }
  await add(peopleIn(name), { submission: person, attempt: person.id, digest: '' })
  return person
}

export type Asked = { search?: string; sort?: string; limit?: string; cursor?: string }
type Listed = {
  items: Person[]
  total: number
  next: string | null
  indexed?: { done: number; of: number }
}

/** One response, which may cover only a part of the rows. */
export const askOnce = async (name: string, asked: Asked): Promise<Listed> =>
  (await listRecords(peopleIn(name), new URLSearchParams(asked))).json() as Promise<Listed>

/** Asks again until the response covers every row. */
export async function ask(name: string, asked: Asked): Promise<Listed> {
  for (;;) {
    const answer = await askOnce(name, asked)
    if (answer.indexed?.done === answer.indexed?.of) return answer
  }
}

/** Reads all pages of a list; `between` runs after each page but the last. */
export async function readThrough(
  name: string,
  asked: Asked,
  between: () => Promise<unknown> = () => Promise.resolve(),
) {
  const items: Person[] = []
  const totals: number[] = []
  let cursor: string | null | undefined
  do {
    const page = await ask(name, { ...asked, ...(cursor && { cursor }) })
    items.push(...page.items)
    totals.push(page.total)
    cursor = page.next
    if (cursor) await between()
  } while (cursor)
  return { items, totals }
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The expected rows, computed from a plain array. */
export function expected(truth: readonly Person[], { search = '', sort = '' }: Asked): Person[] {
  const column = sort.replace(/^-/, '') as keyof Person | 'createdAt' | ''
  const sign = sort.startsWith('-') ? -1 : 1
  const newest = (a: Person, b: Person) => (a.id < b.id ? -1 : 1)
  const textOf = (one: Person) => (one as Partial<Record<string, string>>)[column] ?? ''
  const texts = ({ id, name, email, company = '' }: Person) => [
    name,
    email,
    company,
    referenceOf(id),
  ]
  const holds = (one: Person, word: string) => texts(one).some((text) => plain(text).includes(word))
  const words = plain(search).split(' ').filter(Boolean)
  const matching = truth.filter((one) => words.every((word) => holds(one, word)))
  if (column === '' || sort === '-createdAt') return matching.toSorted(newest)
  if (column === 'createdAt') return matching.toSorted((a, b) => newest(b, a))
  const without = matching.filter((one) => textOf(one) === '').toSorted(newest)
  const options = { sensitivity: 'base', numeric: true } as const
  const sorted = matching
    .filter((one) => textOf(one) !== '')
    .toSorted((a, b) => sign * textOf(a).localeCompare(textOf(b), 'en', options) || newest(a, b))
  return [...sorted, ...without]
}

export const anyQuestion: fc.Arbitrary<Asked> = fc.record({
  search: fc.constantFrom('', 'a', 'ADA', 'åsa', 'zoe', '@b', 'nobody', 'acme bo', 'd 9 a'),
  sort: fc.constantFrom('', ...people.columns.flatMap((column) => [column, `-${column}`])),
  limit: fc.integer({ min: 1, max: 9 }).map(String),
})
