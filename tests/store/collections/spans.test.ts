import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { collectionOf } from '#server/collections/collection.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { entriesIn, isWithin, newestIn, NEWEST, OLDEST } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { askedIn, intercepting, useThings } from '../things.ts'

useThings()

const idOf = (digits: string, i = 0) => `${digits.padEnd(13, '5')}-${String(i).padStart(12, '0')}`
const few = ['0', '01', '0199', '4', '8', '82', '8230', '8230182', '99'].map((one) => idOf(one))
/** More ids than a page has: in one millisecond, and spread over seconds. */
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

test('a span includes its start and excludes its end', () => {
  expect(['1', '2', '3', '4'].filter((id) => isWithin({ from: '2', to: '4' }, id))).toEqual([
    '2',
    '3',
  ])
})

test('exactly the entries of a span are found, in order', async () => {
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
  ['8230000000000', '8230000001000', ['823000000']],
  ['8230000000000', '8230000000000', ['8230000000000']],
  ['8230000000000', '8230000000002', ['823000000000']],
  [NEWEST, '0100000000000', ['0']],
  ['8300000000000', OLDEST, ['']],
])('the span from "%s" to "%s" lists only the prefixes %j', async (from, to, prefixes) => {
  const asked = await askedIn(() => idsIn('few', from, to))
  expect(asked.sort()).toEqual(prefixes.map((digits) => `get prefix=few/${digits}`))
})

test.each([
  ['crowd', crowd],
  ['second', second],
])('a list of more than one page (%s) has each key once', async (root, many) => {
  const all = [...few, ...many].sort()
  expect(await idsIn(root, NEWEST, OLDEST)).toEqual(all)
  const [from = '', to = ''] = [many.toSorted()[3], many.toSorted()[1_020]]
  expect(await idsIn(root, from, to)).toEqual(all.filter((id) => id >= from && id < to))
})

test('a span after a full page is found with longer prefixes', async () => {
  const digitsOf = (asked: string[]) =>
    asked.map((one) => one.replace(/&.*/, '').replace('get prefix=second/', ''))
  const asked = await askedIn(() => idsIn('second', '8230182397950', '8230182500000'))
  expect(digitsOf(asked)).toEqual(['8230182', '8230182'])
  const span = { from: '8230182397990', to: OLDEST }
  const deep = await askedIn(async () => {
    const { entries, to } = await newestIn('second/', span, () => false)
    expect([entries.length, to]).toEqual([10, `${second[1]}~`])
    const rest = await newestIn('second/', { from: to, to: OLDEST }, () => true)
    const older = [...few, ...second].filter((id) => id > to)
    expect([rest.entries.length, rest.to]).toEqual([older.length, OLDEST])
  })
  expect(digitsOf(deep.slice(0, 11))).toEqual(
    Array.from({ length: 11 }, (_, digits) => '8230182397'.slice(0, digits)),
  )
})

test('a long span is listed newest first, until the caller has enough', async () => {
  const newest = async (from: string, pages: number) => {
    let listed = 0
    const { entries, to } = await newestIn('crowd/', { from, to: OLDEST }, () => ++listed < pages)
    return [entries.length, to]
  }
  const all = [...few, ...crowd].sort()
  expect(await newest(NEWEST, 1)).toEqual([1_000, `${all[999]}~`])
  expect(await newest(all[5] ?? '', 1)).toEqual([995, `${all[999]}~`])
  expect(await newest(NEWEST, 9)).toEqual([all.length, OLDEST])
})

test('a listing out of order is refused, because it may lack keys', async () => {
  const turned = intercepting(
    (storage) => async (input, init) => {
      const page = (await (await storage(input, init)).json()) as { blobs: object[] }
      return Response.json({ ...page, blobs: page.blobs.toReversed() })
    },
    () => idsIn('few', NEWEST, OLDEST),
  )
  await expect(turned).rejects.toThrow('A listing is out of order.')
})

test('a collection’s name has its form and the answer that splits it', () => {
  expect(collectionOf(contact, { projectSlug: 'calmist' }).name).toBe('contact-submissions')
  expect(collectionOf(waitlist, { projectSlug: 'calmist' }).name).toBe('waitlist.calmist')
})
