import { describe, expect, test } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { changeState, read } from '#server/collections/records.ts'
import { writeChunk } from '#server/collections/rows/chunk.ts'
import { keySegment } from '#server/collections/rows/key-segment.ts'
import { Lines } from '#server/collections/rows/lines.ts'
import { isHidden, searchedTexts, shown, type Row } from '#server/collections/rows/row.ts'
import {
  byId,
  changed,
  changesIn,
  countsOf,
  parted,
  rowSegment,
  type Segment,
} from '#server/collections/rows/segment.ts'
import { allRows, LostChunk, tileSegment } from '#server/collections/rows/tile-segment.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { forget } from '../../api/rows.ts'
import { addThing, askedIn, newThings, rowOf, SPAM, useThings } from '../things.ts'

useThings()

const everything = { from: NEWEST, to: OLDEST }
const done = { seenAt: '2026-01-31', answeredAt: '2026-01-31' }
const plain = rowOf(1)
const seen = rowOf(2, { seenAt: '2026-01-31' }, { name: 'Bo' })
const held = rowOf(3, {}, SPAM)
const byHand = rowOf(4, { isHeld: true })
const released = rowOf(5, { isHeld: false, ...done }, SPAM)
const rows = [plain, seen, held, byHand, released]
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id)

/** All that a segment says. */
async function saidBy(segment: Segment) {
  const lines = await Promise.all([segment.lines(false), segment.lines(true)])
  return {
    counts: [segment.counts(false), segment.counts(true)],
    ids: lines.map(({ ids }) => ids),
    behind: await Promise.all(
      [NEWEST, plain.id, seen.id, OLDEST].map((id) => segment.unansweredBehind(id)),
    ),
  }
}

const said = {
  counts: [
    { rows: 3, unseen: 1, unanswered: 2 },
    { rows: 2, unseen: 2, unanswered: 2 },
  ],
  ids: [idsOf([plain, seen, released]), idsOf([held, byHand])],
  behind: [2, 1, 0, 0],
}

describe('a row', () => {
  test('is hidden where the studio put it, or else as it came', () => {
    expect(rows.map(isHidden)).toEqual([false, false, true, true, false])
    expect(parted(rows)).toEqual({ shown: [plain, seen, released], hidden: [held, byHand] })
  })

  test('says why it is held, and nothing of that once it is shown', () => {
    const both = { ...held, state: { ...held.state, isHeld: true } }
    const reasons = [...rows, both].map((row) => shown(row)['signals'])
    expect(reasons).toEqual([
      undefined,
      undefined,
      ['honeypot'],
      ['by hand'],
      undefined,
      ['honeypot', 'by hand'],
    ])
    expect(shown(released)).not.toHaveProperty('signals')
    expect(shown(held)).toMatchObject({ id: held.id })
  })

  test('is searched by every answer, its note, and what visitors know of it', () => {
    const row = rowOf(1, { note: 'Rang.' }, { email: 'a@a.example', name: 'Ada', signals: ['x'] })
    const texts = ['a@a.example', 'Ada', '', '', '']
    expect(searchedTexts(waitlist, row)).toEqual([...texts, 'Rang.', row.id.slice(14)])
    expect(searchedTexts(waitlist, plain).at(-2)).toBe('')
  })
})

describe('rows', () => {
  test('are as they were, but for what has changed, in order', () => {
    const noted = { ...seen, state: { ...seen.state, note: 'x' } }
    const changes = new Map<string, Row | null>([
      [held.id, null],
      [plain.id, plain],
      [seen.id, noted],
    ])
    expect(changed([released, held, seen], changes)).toEqual([plain, noted, released])
    expect([...changesIn({ from: seen.id, to: held.id }, changes).keys()]).toEqual([seen.id])
    expect(byId(plain, plain)).toBe(0)
  })

  test('count by what was done with them', () => {
    expect(countsOf(rows)).toEqual({ rows: 5, unseen: 3, unanswered: 4 })
  })

  test('are shown one by one, and there is none beside them', () => {
    const lines = Lines.of(newThings().form, rows)
    expect(lines.at(1)).toBe(seen)
    expect(() => lines.at(5)).toThrow(RangeError)
    expect(() => lines.at(5)).toThrow('There is no such place.')
    let asked = 0
    const nameOf = ({ submission }: Row) => `${asked++}${String(submission['name'])}`
    for (let i = 0; i < 2; i++) expect(lines.column('name', nameOf)[1]).toBe('1Bo')
    expect(lines.column('id', ({ id }) => id)).toEqual(lines.ids)
    expect(lines.done.slice(3)).toEqual([
      { isSeen: false, isAnswered: false },
      { isSeen: true, isAnswered: true },
    ])
    expect(lines.bytes).toBe(0)
  })
})

describe('a part of a view', () => {
  test('says the same of rows at hand', async () => {
    const segment = rowSegment(newThings(), everything, rows)
    expect(await saidBy(segment)).toEqual(said)
    expect(segment.span).toBe(everything)
  })

  /** A tile of these rows, which nobody has in memory. */
  async function tileOf(some: readonly Row[]) {
    const things = newThings()
    const { shown, hidden } = parted(some)
    const chunks = {
      shown: await writeChunk(things, shown),
      hidden: await writeChunk(things, hidden),
    }
    forget()
    return { things, chunks }
  }

  test('says the same of a tile, each of whose chunks is read once, and for rows alone', async () => {
    const { things, chunks } = await tileOf(rows)
    const segment = await tileSegment(things, everything, chunks, new Map())
    expect(segment.span).toBe(everything)
    const counting = () => Promise.resolve([segment.counts(false), segment.counts(true)])
    expect(await askedIn(counting)).toEqual([])
    const asked = await askedIn(async () =>
      expect(await saidBy(segment)).toMatchObject({ ids: said.ids, behind: said.behind }),
    )
    expect(asked).toHaveLength(2)
    expect(segment.counts(false)).toMatchObject({ rows: 3, unseen: 1, unanswered: 2 })
    expect(segment.counts(true)).toMatchObject({ rows: 2, unseen: 2, unanswered: 2 })
    expect(await allRows(things, chunks)).toEqual(rows)
  })

  test('says the same of a tile and what has changed since', async () => {
    const { things, chunks } = await tileOf([seen, rowOf(9), { ...held, state: seen.state }])
    const [gone] = (await allRows(things, chunks)).slice(-1)
    const changes = new Map<string, Row | null>(
      [plain, held, byHand, released].map((row) => [row.id, row]),
    )
    changes.set(gone?.id ?? '', null)
    expect(await saidBy(await tileSegment(things, everything, chunks, changes))).toEqual(said)
  })

  test.each(['shown', 'hidden'] as const)('names the chunk of %s ones that is lost', async (part) => {
    const { things, chunks } = await tileOf(rows)
    const lost = { ...chunks, [part]: { ...chunks[part], name: 'lost' } }
    const reading = allRows(things, lost)
    await expect(reading).rejects.toThrow(LostChunk)
    await expect(reading).rejects.toMatchObject({ name: 'LostChunk', message: 'lost' })
    const segment = await tileSegment(things, everything, lost, new Map())
    await expect(segment.lines(part === 'hidden')).rejects.toThrow(LostChunk)
  })
})

describe('a part that is found by its keys', () => {
  /** Records that came one hour after the other; the second one was changed, the third is held. */
  async function keyed() {
    const things = newThings()
    const ids: string[] = []
    for (const more of [{}, {}, SPAM, {}, {}]) ids.push(await addThing(things, ids.length, more))
    await changeState(things, ids[1] ?? '', () => done)
    const keys = ids.map((id, i) => `rec/${things.name}/${id}${i === 2 ? '.held' : ''}`)
    const changes = new Map([[ids[1] ?? '', await read(things, ids[1] ?? '')]])
    return { things, ids, keys, segment: keySegment(things, everything, keys, changes) }
  }

  test('counts without reading, and reads what a page needs', async () => {
    const { ids, keys, segment } = await keyed()
    const [first = '', second = '', , fourth = '', fifth = ''] = ids
    const counting = async () => {
      expect(segment.counts(false)).toEqual({ rows: 4, unseen: 3, unanswered: 3 })
      expect(segment.counts(true)).toEqual({ rows: 1, unseen: 1, unanswered: 1 })
      expect(await segment.unansweredBehind(NEWEST)).toBe(3)
      expect(await segment.unansweredBehind(first)).toBe(2)
      expect(await segment.unansweredBehind(fifth)).toBe(0)
    }
    expect(await askedIn(counting)).toEqual([])
    const page = (behind: string, most: number) =>
      askedIn(async () => (page.ids = (await segment.lines(false, { behind, most })).ids))
    page.ids = [] as readonly string[]
    expect(await page('', 1)).toEqual([`get ${keys[0]}`])
    expect(page.ids).toEqual([first, second])
    expect(await page(second, 1)).toEqual([`get ${keys[3]}`])
    expect(page.ids).toEqual([second, fourth])
    expect(await page('', 9)).toEqual([`get ${keys[4]}`])
    expect(page.ids).toEqual([first, second, fourth, fifth])
    expect((await segment.lines(true)).ids).toEqual([ids[2]])
    expect((await segment.lines(false)).ids).toEqual([first, second, fourth, fifth])
  })

  test('goes on to what is whole where some of it is gone by now', async () => {
    const { things, ids, keys } = await keyed()
    const gone = ['a', 'b', 'c'].map((id) => `rec/${things.name}/0${id}`)
    const segment = keySegment(things, everything, [...gone, ...keys], new Map())
    const { ids: found } = await segment.lines(false, { behind: '', most: 2 })
    expect(found.slice(0, 2)).toEqual(ids.slice(0, 2))
  })
})
