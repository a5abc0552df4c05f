import type { Form } from '#forms/form.ts'
import { maySpend } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { idOf, isMarked } from '../keys.ts'
import type { Span } from '../spans.ts'
import { readSome } from '../truth.ts'
import { isRead, readChunk } from './chunk.ts'
import { Lines } from './lines.ts'
import type { Chunks } from './manifest.ts'
import { byId, countsOf, parted, type Counts, type Row } from './row.ts'
import { isKept, rowAt } from './row-at.ts'

/**
 * A part of a view: all rows of a span of ids, the newest first, shown and held ones apart. It comes
 * from a tile or from keys; whoever reads it can't tell.
 */
export type Segment<F extends Form = Form> = {
  span: Span
  counts: (isHeld: boolean) => Counts
  /** What reading its rows costs, as far as that is known. */
  requests: (isHeld: boolean) => number
  /** Its rows; of records that must be read one by one only a page, if one is asked for. */
  lines: (isHeld: boolean, page?: Page) => Promise<Lines<F>>
  /** The ids of its rows, in order; no record is read for them. */
  ids: (isHeld: boolean) => Promise<readonly string[]>
  /** How many of its shown rows after an id nobody has answered. */
  unansweredBehind: (id: string) => Promise<number>
}

/** So many rows after an id. */
export type Page = { behind: string; most: number }

/** What a segment is made of: rows, and the keys of records that nobody has touched or read. */
export type Source<F extends Form> = {
  counts: (isHeld: boolean) => Counts
  requests?: (isHeld: boolean) => number
  read: (isHeld: boolean) => Promise<{ lines: Lines<F>; keys: readonly string[] }>
}

/** A segment; `endAt` hears the first id of a page that there were no requests left for. */
export const segmentOf = <F extends Form>(
  collection: Collection<F>,
  span: Span,
  { counts, read, requests = () => 0 }: Source<F>,
  endAt: (id: string) => void = () => undefined,
): Segment<F> => ({
  span,
  counts,
  requests,
  async lines(isHeld, page) {
    const { lines, keys } = await read(isHeld)
    if (keys.length === 0) return lines
    const rows = await rowsAt(collection, keys, endAt, page)
    return Lines.of(collection.form, [...rows, ...lines.all()].sort(byId))
  },
  async ids(isHeld) {
    const { lines, keys } = await read(isHeld)
    return [...keys.map(idOf), ...lines.ids].sort()
  },
  async unansweredBehind(id) {
    const { lines, keys } = await read(false)
    const isWaiting = (one: string, index: number) => one > id && !lines.done[index]?.isAnswered
    return keys.filter((key) => idOf(key) > id).length + lines.ids.filter(isWaiting).length
  },
})

/** Rows at hand, and records that are known by their keys alone. */
export function keySource<F extends Form>(
  { form }: Collection<F>,
  keys: readonly string[],
  rows: readonly Row<F>[],
): Source<F> {
  const { shown, hidden } = parted(rows)
  const part = (isHeld: boolean) => ({
    lines: Lines.of(form, isHeld ? hidden : shown),
    keys: keys.filter((key) => isMarked(key) === isHeld),
  })
  return {
    read: (isHeld) => Promise.resolve(part(isHeld)),
    counts(isHeld) {
      const { rows, unseen, unanswered } = countsOf(isHeld ? hidden : shown)
      const more = part(isHeld).keys.length
      return { rows: rows + more, unseen: unseen + more, unanswered: unanswered + more }
    },
  }
}

/** The rows of a tile that has not changed. */
export function tileSource<F extends Form>(collection: Collection<F>, chunks: Chunks): Source<F> {
  const chunkOf = (isHeld: boolean) => (isHeld ? chunks.hidden : chunks.shown)
  const reading = new Map<boolean, Promise<Lines<F>>>()
  return {
    counts: chunkOf,
    requests: (isHeld) => Number(!isRead(collection, chunkOf(isHeld))),
    async read(isHeld) {
      // A page and a count may ask for the same chunk side by side.
      const lines = reading.get(isHeld) ?? readChunk(collection, chunkOf(isHeld))
      reading.set(isHeld, lines)
      return { lines: await lines, keys: [] }
    },
  }
}

async function rowsAt<F extends Form>(
  collection: Collection<F>,
  keys: readonly string[],
  endAt: (id: string) => void,
  page?: Page,
): Promise<Row<F>[]> {
  const { behind, most } = page ?? { behind: '', most: keys.length }
  const left = keys.filter((key) => idOf(key) > behind)
  const rows: Row<F>[] = []
  // No row comes of a damaged record, so it may take more than one go.
  while (left.length > 0 && rows.length < most) {
    const wanted = left.splice(0, most)
    const { found, left: skipped } = await readSome(
      wanted,
      (key) => isKept(key) || maySpend(),
      (key) => rowAt(collection, key),
    )
    rows.push(...found.flatMap(([, row]) => row ?? []))
    const [first] = skipped
    if (!first) continue
    if (page) endAt(idOf(first))
    break
  }
  return rows
}
