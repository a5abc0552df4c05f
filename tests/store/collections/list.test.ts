import { describe, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import type { Collection } from '#server/collections/collection.ts'
import { findAll, orderOf, type ListRequest } from '#server/collections/find.ts'
import { list } from '#server/collections/list.ts'
import { summaryOf, total } from '#server/collections/counts.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { forget } from '../../api/rows.ts'
import {
  foldAll,
  addThing,
  askedIn,
  clock,
  HOUR,
  newThings,
  SPAM,
  useThings,
  whileFailing,
} from '../things.ts'
import { useTilesOf } from '../tiles.ts'

useThings()
useTilesOf(2)

const newestFirst = orderOf(contact, '')
const byName = orderOf(contact, '-name')

/** Adds a record for each of these hours, with the hour in its name. */
async function thingsOf(hours: readonly number[], things = newThings()) {
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago, { name: `Ada n${ago}` }))
  return { things, ids }
}

async function pageOf(things: Collection, asked: Partial<ListRequest> = {}) {
  const { rows, ...rest } = await list(things, { order: newestFirst, limit: 50, ...asked })
  return { names: rows.map(({ submission }) => submission['name']), ...rest }
}

/** Stops a list that never ends. */
const MOST_PAGES = 9

/** Reads all pages in order. */
async function pagesOf(things: Collection, asked: Partial<ListRequest>) {
  const pages: unknown[] = []
  let after: ListRequest['after']
  do {
    const { names, next } = await pageOf(things, { ...asked, after })
    pages.push(names)
    after = next ?? undefined
  } while (after && pages.length < MOST_PAGES)
  return pages
}

const HOURS = [1, 3, 4, 5, 6, 7, 8]
const names = HOURS.map((ago) => `Ada n${ago}`)

describe('the newest records', () => {
  test.each([['before rows are made'], ['and after']])('come page by page, %s', async (when) => {
    const { things } = await thingsOf(HOURS)
    if (when !== 'before rows are made') await foldAll(things)
    expect(await pagesOf(things, { limit: 3 })).toEqual([
      names.slice(0, 3),
      names.slice(3, 6),
      names.slice(6),
    ])
    expect(await pagesOf(things, { limit: 7 })).toEqual([names])
    const { total, counts, indexed } = await pageOf(things, { limit: 1 })
    expect({ total, indexed }).toEqual({ total: 7, indexed: undefined })
    expect(counts).toEqual({ new: 7, waiting: 7, overdue: 0, held: 0 })
  })

  test('can be listed by status, and held ones separately', async () => {
    const { things, ids } = await thingsOf([1, 3, 30, 31, 60])
    const seenAt = '2026-01-31'
    await changeState(things, ids[1] ?? '', () => ({ seenAt }))
    await changeState(things, ids[3] ?? '', () => ({ seenAt, answeredAt: seenAt }))
    await addThing(things, 2, { name: 'Spam', ...SPAM })
    for (let folds = 0; folds < 2; folds++) {
      expect(await pagesOf(things, { status: 'new', limit: 2 })).toEqual([
        ['Ada n1', 'Ada n30'],
        ['Ada n60'],
      ])
      const overdue = await pageOf(things, { status: 'overdue', limit: 1 })
      const next = { text: '', id: ids[2] }
      expect(overdue).toMatchObject({ names: ['Ada n30'], total: 2, next })
      const last = await pageOf(things, { status: 'overdue', after: overdue.next ?? undefined })
      expect(last).toMatchObject({ names: ['Ada n60'], total: 2, next: null })
      expect((await pageOf(things, { isHeld: true })).names).toEqual(['Spam'])
      expect(overdue.counts).toEqual({ new: 3, waiting: 4, overdue: 2, held: 1 })
      await foldAll(things)
    }
  })

  test('continue after a cursor whose record was removed', async () => {
    const { things, ids } = await thingsOf(HOURS)
    await remove(things, ids[2] ?? '')
    const after = { text: '', id: ids[2] ?? '' }
    expect((await pageOf(things, { limit: 2, after })).names).toEqual(['Ada n5', 'Ada n6'])
  })

  test('are read from only the parts that the page needs', async () => {
    // Waitlists have no overdue entries, so the counts read no rows.
    const { things, ids } = await thingsOf([3, 4, 5, 6, 7, 8, 9, 10, 11], newThings(waitlist))
    await foldAll(things)
    const chunks = async (asked: Partial<ListRequest>) => {
      forget()
      const requests = await askedIn(() => pageOf(things, asked))
      return requests.filter((one) => /get rows\/[^/]+\/\d/.test(one)).length
    }
    // The first tile has three rows; each other tile has two.
    expect(await chunks({ limit: 2 })).toBe(1)
    expect(await chunks({ limit: 3 })).toBe(2)
    expect(await chunks({ limit: 50 })).toBe(4)
    expect(await chunks({ status: 'answered' })).toBe(0)
    // After the first of a tile's two rows, the page and one row more need this tile and the next.
    const after = { text: '', id: ids[3] ?? '' }
    expect(await chunks({ limit: 1, after })).toBe(2)
    expect(await chunks({ limit: 50, after: { text: '', id: ids[6] ?? '' } })).toBe(2)
  })
})

describe('a search', () => {
  test('finds records with all words before rows are made, and writes nothing', async () => {
    const { things } = await thingsOf(HOURS)
    const search = async () => {
      const found = await pageOf(things, { text: ' ADA  N5', limit: 3 })
      expect(found).toMatchObject({ names: ['Ada n5'], total: 1, indexed: { done: 7, of: 7 } })
    }
    const isWrite = (one: string) => /^put rows\/[^/]+\/\d/.test(one)
    expect((await askedIn(search)).some(isWrite)).toBe(false)
    const again = await askedIn(search)
    expect(again.some(isWrite)).toBe(false)
    // One listing is enough.
    expect(again.filter((one) => one.startsWith('get prefix=hint/'))).toHaveLength(1)
  })

  test('in another order also comes page by page', async () => {
    const { things } = await thingsOf([10, 9, 3, 30])
    expect(await pagesOf(things, { order: byName, limit: 3 })).toEqual([
      ['Ada n30', 'Ada n10', 'Ada n9'],
      ['Ada n3'],
    ])
  })

  test('without words does not wait for rows', async () => {
    const { things } = await thingsOf(HOURS)
    const asked = await askedIn(() => pageOf(things, { text: ' ' }))
    expect(asked.filter((one) => /^put rows\/.*\d-/.test(one))).toEqual([])
  })

  test('for a person finds held records too, and says that it read everything', async () => {
    const { things } = await thingsOf([1, 5])
    await addThing(things, 3, { name: 'Ada Spam', ...SPAM })
    const { rows, isWhole } = await findAll(things, ['ada'])
    expect(rows.map(({ submission }) => submission['name'])).toEqual([
      'Ada n1',
      'Ada n5',
      'Ada Spam',
    ])
    expect(isWhole).toBe(true)
    const indexed = { done: 3, of: 3 }
    expect(await findAll(things, ['nobody'])).toEqual({ rows: [], isWhole: true, indexed })
  })

  test('that could not read all held records says so', async () => {
    const things = newThings()
    await addThing(things, 3)
    await foldAll(things)
    await addThing(things, 4, SPAM)
    await foldAll(things)
    forget()
    const { tiles } = (await readManifest(things.name)) ?? {}
    const held = new RegExp(tiles?.[0]?.chunks?.held.name ?? 'none')
    const { isWhole, indexed } = await whileFailing(held, () => findAll(things, []))
    expect([isWhole, indexed]).toEqual([false, { done: 1, of: 2 }])
    expect((await findAll(things, [])).isWhole).toBe(true)
  })
})

test('shown, held, unseen and unanswered records are counted, now or at a later time', async () => {
  const { things, ids } = await thingsOf(HOURS)
  await changeState(things, ids[0] ?? '', () => ({ seenAt: 'x' }))
  await changeState(things, ids[1] ?? '', () => ({ answeredAt: 'x' }))
  await addThing(things, 2, SPAM)
  expect(await total(things)).toEqual({
    shown: { rows: 7, unseen: 6, unanswered: 6 },
    held: { rows: 1, unseen: 1, unanswered: 1 },
  })
  expect((await summaryOf(things)).counts.overdue).toBe(0)
  clock.now += 20 * HOUR
  const { counts } = await summaryOf(things)
  expect(counts).toMatchObject({ new: 6, waiting: 6, overdue: 4, held: 1 })
})
