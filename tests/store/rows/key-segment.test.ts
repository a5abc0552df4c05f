import { describe, expect, test } from 'vitest'
import { changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import * as kv from '#server/storage/kv.ts'
import { keySource, segmentOf } from '#server/collections/rows/segment.ts'
import { NEWEST } from '#server/collections/spans.ts'
import { forget } from '../../api/rows.ts'
import { everything } from './parts.ts'
import { addThing, askedIn, newThings, SPAM, useThings } from '../things.ts'

useThings()

const seen = { seenAt: '2026-01-31' }

describe('a part read by its keys', () => {
  /** Adds one record for each hour. The second one is changed, the third one is held. */
  async function keyed() {
    const things = newThings()
    const ids: string[] = []
    for (const more of [{}, {}, SPAM, {}, {}]) ids.push(await addThing(things, ids.length, more))
    await changeState(things, ids[1] ?? '', () => seen)
    const keys = ids.map((id, i) => `rec/${things.name}/${id}${i === 2 ? '.held' : ''}`)
    const row = await read(things, ids[1] ?? '')
    forget()
    const source = keySource(things, keys.toSpliced(1, 1), row ? [row] : [])
    return { things, ids, keys, segment: segmentOf(things, everything, source) }
  }

  test('counts without reading records, and reads only the records of a page', async () => {
    const { ids, keys, segment } = await keyed()
    const [first = '', second = '', , fourth = '', fifth = ''] = ids
    const counting = async () => {
      expect(await segment.ids(false)).toEqual([first, second, fourth, fifth])
      expect(await segment.ids(true)).toEqual([ids[2]])
      expect(segment.counts(false)).toEqual({ rows: 4, unseen: 3, unanswered: 4 })
      expect(segment.counts(true)).toEqual({ rows: 1, unseen: 1, unanswered: 1 })
      expect(await segment.unansweredAfter(NEWEST)).toBe(4)
      expect(await segment.unansweredAfter(first)).toBe(3)
      expect(await segment.unansweredAfter(fifth)).toBe(0)
    }
    expect(await askedIn(counting)).toEqual([])
    const page = (after: string, most: number) =>
      askedIn(async () => (page.ids = (await segment.rows(false, { after, most })).ids))
    page.ids = [] as readonly string[]
    expect(await page('', 1)).toEqual([`get ${keys[0]}`])
    expect(page.ids).toEqual([first, second])
    expect(await page(first, 1)).toEqual([`get ${keys[3]}`])
    expect(page.ids).toEqual([second, fourth])
    expect(await page('', 9)).toEqual([`get ${keys[4]}`])
    expect(page.ids).toEqual([first, second, fourth, fifth])
    expect((await segment.rows(true)).ids).toEqual([ids[2]])
    expect((await segment.rows(false)).ids).toEqual([first, second, fourth, fifth])
  })

  test('skips removed records and fills the page with the next ones', async () => {
    const { things, ids, keys } = await keyed()
    const gone = ['a', 'b', 'c'].map((id) => `rec/${things.name}/0${id}`)
    await Promise.all(gone.map((key) => kv.create(key.replace('rec', 'gone'), null)))
    const segment = segmentOf(things, everything, keySource(things, [...gone, ...keys], []))
    const { ids: found } = await segment.rows(false, { after: '', most: 2 })
    expect(found.slice(0, 2)).toEqual(ids.slice(0, 2))
  })
})
