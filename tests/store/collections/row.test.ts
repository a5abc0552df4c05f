import { describe, expect, test } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { matching, searchedTexts } from '#server/collections/rows/row-index.ts'
import { columnOf, rowsAtHand } from '#server/collections/rows/chunk.ts'
import {
  isHeldRow,
  shown,
  newestFirst,
  applyChanges,
  countsOf,
  splitByHeld,
  type Row,
} from '#server/collections/row.ts'
import { newThings, oneOfEach, rowOf, useThings } from '../things.ts'

useThings()

const { plain, seen, held, byHand, released } = oneOfEach
const rows = Object.values(oneOfEach)

describe('a row', () => {
  test('is held if the studio said so, or else if it came with signals', () => {
    expect(rows.map(isHeldRow)).toEqual([false, false, true, true, false])
    expect(splitByHeld(rows)).toEqual({ shown: [plain, seen, released], held: [held, byHand] })
  })

  test('gives the reasons while it is held, and none once it is shown', () => {
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

  test('is searched in every answer, its note and the visitor’s reference', () => {
    const row = rowOf(1, { note: 'Rang.' }, { email: 'a@a.example', name: 'Ada', signals: ['x'] })
    const texts = ['a@a.example', 'Ada', '', '', '']
    expect(searchedTexts(waitlist, row)).toEqual([...texts, 'Rang.', row.id.slice(14)])
    expect(searchedTexts(waitlist, plain).at(-2)).toBe('')
  })
})

describe('rows', () => {
  test('keep their order when changes are applied', () => {
    const noted = { ...seen, state: { ...seen.state, note: 'x' } }
    const changes = new Map<string, Row | null>([
      [held.id, null],
      [plain.id, plain],
      [seen.id, noted],
    ])
    expect(applyChanges([released, held, seen], changes)).toEqual([plain, noted, released])
    expect([newestFirst(plain, plain), newestFirst(plain, seen), newestFirst(seen, plain)]).toEqual(
      [0, -1, 1],
    )
  })

  test('are counted by seen and answered', () => {
    expect(countsOf(rows)).toEqual({ rows: 5, unseen: 3, unanswered: 4 })
  })

  test('are not found by a word that spans two texts or two lines', () => {
    const row = rowOf(1, {}, { company: 'Fjord', message: 'Nor\nth', name: 'So', email: 'uth@a.b' })
    const rows = rowsAtHand(newThings().form, [row])
    const found = (word: string) => matching(rows, [word]).length
    expect(['nor', 'th', 'so', 'uth'].map(found)).toEqual([1, 1, 1, 1])
    expect(['north', 'south'].map(found)).toEqual([0, 0])
  })

  test('can be read one by one, and another index throws', () => {
    const all = rowsAtHand(newThings().form, rows)
    expect(all.row(1)).toBe(seen)
    expect(() => all.row(5)).toThrow(RangeError)
    expect(() => all.row(5)).toThrow('There is no such row.')
    let asked = 0
    const nameOf = ({ submission }: Row) => `${asked++}${String(submission['name'])}`
    for (let i = 0; i < 2; i++) expect(columnOf(all, 'name', nameOf)[1]).toBe('1Bo')
    expect(columnOf(all, 'id', ({ id }) => id)).toEqual(all.ids)
    expect([3, 4].map((index) => all.done(index))).toEqual([
      { isSeen: false, isAnswered: false },
      { isSeen: true, isAnswered: true },
    ])
  })
})
