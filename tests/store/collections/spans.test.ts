import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { collectionOf } from '#server/collections/collection.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { entriesIn, isWithin, NEWEST, OLDEST } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { askedIn, useThings } from '../things.ts'

useThings()

const idOf = (digits: string, i = 0) => `${digits.padEnd(13, '5')}-${String(i).padStart(12, '0')}`
const few = ['0', '01', '0199', '4', '8', '82', '8230', '8230182', '99'].map((one) => idOf(one))
/** More than one page of them in one millisecond, and in the next second. */
const crowd = Array.from({ length: 1_050 }, (_, i) => idOf('8230182399999', i))
const second = Array.from({ length: 1_050 }, (_, i) => idOf(`823018239${8_000 - i}`, i))
const write = (root: string, ids: string[]) =>
  Promise.all(ids.map((id) => kv.put(`${root}/${id}`, null)))

beforeAll(async () => {
  await write('few', few)
  await write('crowd', [...few, ...crowd])
  await write('second', [...few, ...second])
})

const idsIn = async (root: string, from: string, to: string) =>
  (await entriesIn(`${root}/`, { from, to })).map(({ key }) => key.slice(root.length + 1))

test('a span holds its beginning, and not its end', () => {
  expect(['1', '2', '3', '4'].filter((id) => isWithin({ from: '2', to: '4' }, id))).toEqual([
    '2',
    '3',
  ])
})

test('all entries of a span are found, and no others, in order', async () => {
  const end = fc.oneof(fc.constantFrom(...few), fc.stringMatching(/^\d{13}$/))
  await fc.assert(
    fc.asyncProperty(fc.option(end), fc.option(end), async (from, to) => {
      const span = { from: from ?? NEWEST, to: to ?? OLDEST }
      const expected = few.filter((id) => isWithin(span, id)).sort()
      expect(await idsIn('few', span.from, span.to)).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test.each([
  [NEWEST, OLDEST, ['']],
  ['8230000000000', '8230000001000', ['8230000000', '8230000001']],
  ['8230000000000', '8230000000000', ['8230000000000']],
  ['8230000000000', '8230000000002', ['823000000000']],
  [NEWEST, '0100000000000', ['00', '01']],
  ['8300000000000', OLDEST, ['8', '9']],
])('from "%s" to "%s" no more is listed than begins with %j', async (from, to, prefixes) => {
  const asked = await askedIn(() => idsIn('few', from, to))
  expect(asked.sort()).toEqual(prefixes.map((digits) => `get prefix=few/${digits}`))
})

test.each([
  ['crowd', crowd],
  ['second', second],
])('of more than one page (%s) nothing is lost, and nothing comes twice', async (root, many) => {
  const all = [...few, ...many].sort()
  expect(await idsIn(root, NEWEST, OLDEST)).toEqual(all)
  const [from = '', to = ''] = [many.toSorted()[3], many.toSorted()[1_020]]
  expect(await idsIn(root, from, to)).toEqual(all.filter((id) => id >= from && id < to))
})

test('what has more than one page goes on side by side, in parts that may hold the span', async () => {
  const asked = await askedIn(() => idsIn('second', '8230182397100', '8230182397900'))
  const parts = Array.from({ length: 81 }, (_, i) => `8230182397${10 + i}`)
  expect(asked).toEqual(['8230182397', ...parts].map((digits) => `get prefix=second/${digits}`))
})

test('a collection is named after its form, and after the answer that splits it', () => {
  expect(collectionOf(contact, { projectSlug: 'calmist' }).name).toBe('contact-submissions')
  expect(collectionOf(waitlist, { projectSlug: 'calmist' }).name).toBe('waitlist.calmist')
})
