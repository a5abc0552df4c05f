import { describe, expect, test } from 'vitest'
import { allRows, LostChunk, writeChunk } from '#server/collections/rows/chunk.ts'
import { applyChanges, splitByHeld, type Row } from '#server/collections/row.ts'
import { segmentOf, tileSource, type Segment } from '#server/collections/rows/segment.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { forget } from '../../api/rows.ts'
import { everything, partOf } from './parts.ts'
import { askedIn, newThings, oneOfEach, rowOf, useThings } from '../things.ts'

useThings()

const { plain, seen, held, byHand, released } = oneOfEach
const rows = Object.values(oneOfEach)
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id)

/** All results of a segment's functions. */
async function saidBy(segment: Segment) {
  const lines = await Promise.all([segment.rows(false), segment.rows(true)])
  return {
    counts: [segment.counts(false), segment.counts(true)],
    ids: lines.map(({ ids }) => ids),
    idsAlone: [await segment.ids(false), await segment.ids(true)],
    after: await Promise.all(
      [NEWEST, plain.id, seen.id, OLDEST].map((id) => segment.unansweredAfter(id)),
    ),
  }
}

const said = {
  counts: [
    { rows: 3, unseen: 1, unanswered: 2 },
    { rows: 2, unseen: 2, unanswered: 2 },
  ],
  ids: [idsOf([plain, seen, released]), idsOf([held, byHand])],
  idsAlone: [idsOf([plain, seen, released]), idsOf([held, byHand])],
  after: [2, 1, 0, 0],
}

describe('a part of a view', () => {
  test('gives the expected answers for rows in memory', async () => {
    const segment = partOf(newThings(), rows)
    expect(await saidBy(segment)).toEqual(said)
    expect(segment.span).toBe(everything)
  })

  /** Writes a tile of these rows and clears the memory. */
  async function tileOf(some: readonly Row[]) {
    const things = newThings()
    const { shown, held } = splitByHeld(some)
    const chunks = {
      shown: await writeChunk(things, shown),
      held: await writeChunk(things, held),
    }
    forget()
    return { things, chunks }
  }

  test('gives the same answers for a tile, and reads each chunk once', async () => {
    const { things, chunks } = await tileOf(rows)
    const segment = segmentOf(things, everything, tileSource(things, chunks))
    expect(segment.span).toBe(everything)
    const counting = () => Promise.resolve([segment.counts(false), segment.counts(true)])
    expect(await askedIn(counting)).toEqual([])
    const asked = await askedIn(async () =>
      expect(await saidBy(segment)).toMatchObject({ ids: said.ids, after: said.after }),
    )
    expect(asked).toHaveLength(2)
    expect(segment.counts(false)).toMatchObject({ rows: 3, unseen: 1, unanswered: 2 })
    expect(segment.counts(true)).toMatchObject({ rows: 2, unseen: 2, unanswered: 2 })
    expect(await allRows(things, chunks)).toEqual(rows)
  })

  test('gives the same answers for a tile with later changes', async () => {
    const { things, chunks } = await tileOf([seen, rowOf(9), { ...held, state: seen.state }])
    const [gone] = (await allRows(things, chunks)).slice(-1)
    const changes = new Map<string, Row | null>(
      [plain, held, byHand, released].map((row) => [row.id, row]),
    )
    changes.set(gone?.id ?? '', null)
    const now = applyChanges(await allRows(things, chunks), changes)
    expect(await saidBy(partOf(things, now))).toEqual(said)
  })

  test.each(['shown', 'held'] as const)('names the lost chunk of %s rows', async (part) => {
    const { things, chunks } = await tileOf(rows)
    const lost = { ...chunks, [part]: { ...chunks[part], name: 'lost' } }
    const reading = allRows(things, lost)
    await expect(reading).rejects.toThrow(LostChunk)
    await expect(reading).rejects.toMatchObject({ name: 'LostChunk', message: 'lost' })
    const segment = segmentOf(things, everything, tileSource(things, lost))
    await expect(segment.rows(part === 'held')).rejects.toThrow(LostChunk)
  })
})
