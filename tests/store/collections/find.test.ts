import { describe, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { find, orderOf, type ListRequest } from '#server/collections/find.ts'
import { filterOf } from '#server/collections/status.ts'
import type { Segment } from '#server/collections/rows/segment.ts'
import { OLDEST } from '#server/collections/spans.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { partOf } from '../rows/parts.ts'
import { newThings, rowOf, SPAM, useThings } from '../things.ts'

useThings()

const named = (hoursAgo: number, name: string, more: object = {}) =>
  rowOf(hoursAgo, {}, { name, ...more })
const segmentOf = (...rows: ReturnType<typeof rowOf>[]) => partOf(newThings(), rows)

const view = (segments: Segment[], skipped = 0) => ({
  segments,
  skipped: Array.from({ length: skipped }, () => OLDEST),
  to: OLDEST,
})
const byName = { order: orderOf(contact, 'name'), limit: 9 }
const listed = filterOf(false, undefined, null)

async function search(segments: Segment[], words: string[], more: Partial<ListRequest> = {}) {
  const { rows, ...rest } = await find(view(segments), words, listed, { ...byName, ...more })
  return { names: rows.map(({ submission }) => submission['name']), ...rest }
}

const two = () => [
  segmentOf(named(1, 'Zoë'), named(2, 'Bo Mary')),
  segmentOf(named(3, 'Mary'), named(4, 'Mei'), named(5, 'Mary Spam', SPAM)),
]

describe('find', () => {
  test('gives the rows of all parts that contain all words, in the requested order', async () => {
    const indexed = { done: 4, of: 4 }
    expect(await search(two(), [])).toEqual({
      names: ['Bo Mary', 'Mary', 'Mei', 'Zoë'],
      total: 4,
      next: null,
      indexed,
    })
    expect(await search(two(), ['mary'])).toMatchObject({ names: ['Bo Mary', 'Mary'], total: 2 })
    expect(await search(two(), ['mary', 'bo'])).toMatchObject({ names: ['Bo Mary'], total: 1 })
    expect(await search(two(), ['nobody'])).toEqual({ names: [], total: 0, next: null, indexed })
    const newest = await search(two(), ['mary'], { order: orderOf(contact, '') })
    expect(newest.names).toEqual(['Bo Mary', 'Mary'])
  })

  test('gives pages; each page starts after the previous one', async () => {
    const parts = two()
    const pages: unknown[] = []
    let after: ListRequest['after']
    do {
      const { names, next, total } = await search(parts, [], { limit: 3, after })
      expect(total).toBe(4)
      pages.push(names)
      after = next ?? undefined
      // Two pages are expected; a third would be a fault.
    } while (after && pages.length < 3)
    expect(pages).toEqual([['Bo Mary', 'Mary', 'Mei'], ['Zoë']])
    expect((await search(parts, [], { limit: 4 })).next).toBeNull()
    expect((await search(parts, [], { limit: 3 })).next).toMatchObject({ text: 'Mei' })
  })

  test('sorts rows and pages oldest first on request', async () => {
    const order = orderOf(contact, 'createdAt')
    const parts = two()
    const { names, next } = await search(parts, [], { order, limit: 3 })
    expect(names).toEqual(['Mei', 'Mary', 'Bo Mary'])
    expect(next?.text).toBe('')
    const after = next ?? undefined
    expect((await search(parts, [], { order, limit: 3, after })).names).toEqual(['Zoë'])
  })

  test('filters by status, and by held or not', async () => {
    const parts = [segmentOf(named(1, 'Mary'), rowOf(2, { seenAt: 'x' }, { name: 'Bo' }))]
    const unseen = await find(view(parts), [], filterOf(false, 'new', null), byName)
    expect(unseen).toMatchObject({ rows: [{ submission: { name: 'Mary' } }], total: 1 })
    expect(unseen.indexed).toEqual({ done: 2, of: 2 })
    const held = await find(view(two()), [], filterOf(true, undefined, null), byName)
    expect(held).toMatchObject({ rows: [{ submission: { name: 'Mary Spam' } }], total: 1 })
  })
})

describe('a skipped part', () => {
  const failing = (error: Error, rows = 2): Segment => ({
    ...segmentOf(),
    counts: () => ({ rows, unseen: 0, unanswered: 0 }),
    rows: () => Promise.reject(error),
  })

  test('is reported, and the answer then has no next page', async () => {
    const parts = [...two(), failing(new StorageDown('Down.'))]
    expect(await search(parts, [], { limit: 2 })).toEqual({
      names: ['Bo Mary', 'Mary'],
      total: 4,
      next: null,
      indexed: { done: 4, of: 6 },
    })
    const skipped = await find(view(two(), 7), [], listed, byName)
    expect(skipped.indexed).toEqual({ done: 4, of: 11 })
  })

  test('is not reported if it has no rows', async () => {
    const parts = [...two(), failing(new Error('No.'), 0)]
    expect((await search(parts, [])).indexed).toEqual({ done: 4, of: 4 })
  })

  test('makes the search fail if the cause is not storage', async () => {
    await expect(search([...two(), failing(new RangeError('No.'))], [])).rejects.toThrow(RangeError)
  })

  test('is reported if the search or the request has no time left', async () => {
    const none = { rows: [], total: 0, indexed: { done: 0, of: 4 } }
    expect(await find(view(two()), [], listed, byName, 0)).toMatchObject(none)
    const inTime = (storageMs: number) =>
      withRequestContext('dev', () => find(view(two()), [], listed, byName, Infinity), {
        storageMs,
      })
    expect(await inTime(500)).toMatchObject(none)
    expect((await inTime(60_000)).indexed).toEqual({ done: 4, of: 4 })
  })
})
