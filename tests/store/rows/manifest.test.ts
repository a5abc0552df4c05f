import { describe, expect, test } from 'vitest'
import {
  chunkNames,
  newestTiled,
  forgetManifest,
  openFrom,
  readManifest,
  replaceManifest,
  spanOf,
  dropChunk,
  type Tile,
} from '#server/collections/rows/manifest.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import * as kv from '#server/storage/kv.ts'
import { askedIn, clock, HOUR, newThings, useThings, whileOther } from '../things.ts'

useThings()

const chunk = (name: string) => ({ name, indexBytes: 9, rows: 1, unseen: 1, unanswered: 0 })
const tile = (from: string, shown?: string, held = ''): Tile => ({
  from,
  chunks: shown === undefined ? null : { shown: chunk(shown), held: chunk(held) },
})
const key = (name: string) => `rows/${name}/manifest`
const tilesOf = async (name: string) => (await readManifest(name))?.tiles

test('the open part has the last two hours, and one hour more for fast clocks', () => {
  expect(createdAtOf(newestTiled())).toBe(clock.now - 2 * HOUR)
  expect(createdAtOf(openFrom())).toBe(clock.now + HOUR)
})

describe('a manifest', () => {
  const tiles = [tile('1', 'a', 'b'), tile('2'), tile('3', 'c')]

  test('can be replaced only by a caller that has read the current one', async () => {
    const { name } = newThings()
    expect(await readManifest(name)).toBeNull()
    await forgetManifest(name)
    const first = await readManifest(name)
    if (!first) throw new Error('It was made.')
    expect(await replaceManifest(name, first, tiles)).toBe(true)
    expect(await tilesOf(name)).toEqual(tiles)
    expect(await replaceManifest(name, first, [tile('0')])).toBe(false)
    expect(await tilesOf(name)).toEqual(tiles)
  })

  test.each([
    undefined,
    null,
    'x',
    { tiles },
    { format: 1, tiles },
    { format: 3, tiles: [] },
    { format: 3, tiles: 'tiles' },
    { format: 3, tiles: [...tiles, null] },
    { format: 3, tiles: [...tiles, { chunks: null }] },
    { format: 3, tiles: [{ from: '1' }] },
    { format: 3, tiles: [{ from: '1', chunks: { shown: chunk('a') } }] },
    { format: 3, tiles: [{ from: '1', chunks: { held: chunk('a') } }] },
    { format: 3, tiles: [{ from: '1', chunks: { shown: chunk('a'), held: { name: 'b' } } }] },
    {
      format: 3,
      tiles: [{ from: '1', chunks: { shown: { ...chunk('a'), name: 5 }, held: chunk('b') } }],
    },
    ...['indexBytes', 'rows', 'unseen', 'unanswered'].map((one) => ({
      format: 3,
      tiles: [{ from: '1', chunks: { shown: { ...chunk('a'), [one]: 0.5 }, held: chunk('b') } }],
    })),
  ])('with the value %j is damaged, and counts as lost', async (value) => {
    const { name } = newThings()
    await kv.put(key(name), value)
    expect(await readManifest(name)).toBeNull()
    await forgetManifest(name)
    expect(await tilesOf(name)).toEqual([{ from: newestTiled(), chunks: null }])
  })
})

describe('a rebuild', () => {
  test('covers all ids that were ever in a tile or may be in one now', async () => {
    const { name } = newThings()
    await forgetManifest(name)
    const first = newestTiled()
    expect(await tilesOf(name)).toEqual([{ from: first, chunks: null }])
    clock.now += HOUR
    await forgetManifest(name)
    expect(await tilesOf(name)).toEqual([{ from: newestTiled(), chunks: null }])
    // A clock that goes back does not make covered ids open again.
    const covered = newestTiled()
    clock.now -= HOUR
    await forgetManifest(name)
    expect(await tilesOf(name)).toEqual([{ from: covered, chunks: null }])
  })

  test.each([
    ['makes', false],
    ['changes', true],
  ])('covers them too if another caller %s the manifest meanwhile', async (_, isThere) => {
    const { name } = newThings()
    if (isThere) await forgetManifest(name)
    const other = () => kv.put(key(name), { format: 3, tiles: [tile('1', 'a')] })
    await whileOther(/^put rows/, other, () => forgetManifest(name))
    expect(await tilesOf(name)).toEqual([{ from: '1', chunks: null }])
  })

  test('covers only one tile if a shown or held chunk of it is lost', async () => {
    const { name } = newThings()
    const tiles = [tile('1', 'a', 'b'), tile('2', 'c', 'd'), tile('3', 'e')]
    await kv.put(key(name), { format: 3, tiles })
    await dropChunk(name, 'd')
    expect(await tilesOf(name)).toEqual([tiles[0], tile('2'), tiles[2]])
    await dropChunk(name, 'a')
    expect(await tilesOf(name)).toEqual([tile('1'), tile('2'), tiles[2]])
    const writes = (await askedIn(() => dropChunk(name, 'a'))).filter((one) =>
      one.startsWith('put'),
    )
    expect(writes).toEqual([])
    await expect(dropChunk(newThings().name, 'a')).resolves.toBeUndefined()
  })
})

test('each tile’s span ends at the next tile; the last one ends at the end', () => {
  const tiles = [tile('1'), tile('2')]
  expect([0, 1, 2].map((index) => spanOf(tiles, index))).toEqual([
    { from: '1', to: '2' },
    { from: '2', to: '~' },
    { from: '~', to: '~' },
  ])
})

test('chunkNames names the chunks that have rows', () => {
  expect(chunkNames([tile('1', 'a', 'b'), tile('2'), tile('3', 'c'), tile('4', '', 'd')])).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})
