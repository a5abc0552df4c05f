import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { forms } from '#forms/index.ts'
import { add } from '#server/collections/collection.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { newId } from '#server/storage/record-id.ts'
import { askExport, interceptStorage, signIn, useStudio } from './studio.ts'
import { runs } from '../runs.ts'

useStudio()

/** Records of each form. */
const CASES = runs(800)

/** Reads a file of RFC 4180 one character at a time, as the standard puts it. */
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
  for (const submission of submissions) {
    await add(collection, { submission, attempt: '', digest: '' })
  }
  return submissions as Record<string, Answer>[]
}

test.each(forms.map((form) => [form.collection, form] as const))(
  'whatever is in %s, its file says it and no cell begins a formula',
  async (_, form) => {
    const submissions = await addMany(form)
    const answer = await askExport(`${form.collection}.csv`, { headers: await signIn() })
    const text = await textOf(answer)
    expect(text[0]).toBe('\ufeff')
    const [head = [], ...rows] = parse(text.slice(1))
    expect(head).toEqual(['id', 'createdAt', ...storedKeys(form)])
    const inert = (cell: string) => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '')
    expect(rows.map((row) => row.map(inert))).toEqual(
      submissions.map((one) => head.map((column) => inert(shown(one[column])))),
    )
    for (const cell of rows.flat()) expect(/^[=+\-@＝＋－＠\t\r\n]/.test(cell)).toBe(false)
  },
  runs(60_000),
)

test('a file that can’t be finished breaks off instead of ending early', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = await askExport('contact-submissions.csv', { headers: await signIn() })
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (++requests < 500) return storage(input, init)
    return Promise.resolve(new Response(null, { status: 503 }))
  })
  await expect(answer.text()).rejects.toThrow()
  putBack()
  expect(requests).toBeGreaterThan(500)
})

test('rows are read while the file is sent, not before', async () => {
  const headers = await signIn()
  let records = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (decodeURIComponent(input as string).includes('/rec/contact-submissions/')) records++
    return storage(input, init)
  })
  const answer = await askExport('contact-submissions.csv', { headers })
  const reader = answer.body?.getReader()
  const read = async () => (await reader?.read())?.done
  expect(await read()).toBe(false)
  expect(await read()).toBe(false)
  expect(records).toBeGreaterThan(0)
  expect(records).toBeLessThan(CASES / 2)
  while ((await read()) === false);
  expect(records).toBeGreaterThanOrEqual(CASES)
  putBack()
})
