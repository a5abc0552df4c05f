import { maySpend } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { idOf, isMarked } from '../keys.ts'
import type { Span } from '../spans.ts'
import { readSome, isKept, rowAt } from '../current.ts'
import { isRead, readChunk, Lines } from './chunk.ts'
import type { Chunks } from './manifest.ts'
import { byId, countsOf, parted, type Counts, type Row } from '../row.ts'

/** A part of a view: all rows of a span of ids, the newest first, shown and held ones apart. */
export type Segment = {
  span: Span
  counts: (isHeld: boolean) => Counts
  /** What reading its rows costs at least. */
  requests: (isHeld: boolean) => number
  /** Records that must be read one by one are read for a page alone, if one is asked for. */
  lines: (isHeld: boolean, page?: Page) => Promise<Lines>
  ids: (isHeld: boolean) => Promise<readonly string[]>
  /** Of its shown rows after this id. */
  unansweredBehind: (id: string) => Promise<number>
}

export type Page = { behind: string; most: number }

/** What a segment is made of: rows, and the keys of records that nobody has touched or read. */
export type Source = {
  counts: (isHeld: boolean) => Counts
  requests?: (isHeld: boolean) => number
  read: (isHeld: boolean) => Promise<{ lines: Lines; keys: readonly string[] }>
}

/** `endAt` hears the first id of a page that there were no requests left for. */
export const segmentOf = (
  collection: Collection,
  span: Span,
  { counts, read, requests = () => 0 }: Source,
  endAt: (id: string) => void = () => undefined,
): Segment => ({
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
export function keySource(
  { form }: Collection,
  keys: readonly string[],
  rows: readonly Row[],
): Source {
  const { shown, hidden } = parted(rows)
  const rowsOf = (isHeld: boolean) => (isHeld ? hidden : shown)
  const keysOf = (isHeld: boolean) => keys.filter((key) => isMarked(key) === isHeld)
  return {
    read: (isHeld) =>
      Promise.resolve({ lines: Lines.of(form, rowsOf(isHeld)), keys: keysOf(isHeld) }),
    counts(isHeld) {
      const { rows, unseen, unanswered } = countsOf(rowsOf(isHeld))
      const more = keysOf(isHeld).length
      return { rows: rows + more, unseen: unseen + more, unanswered: unanswered + more }
    },
  }
}

/** The rows of a tile that has not changed. */
export function tileSource(collection: Collection, chunks: Chunks): Source {
  const chunkOf = (isHeld: boolean) => (isHeld ? chunks.hidden : chunks.shown)
  const reading = new Map<boolean, Promise<Lines>>()
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

async function rowsAt(
  collection: Collection,
  keys: readonly string[],
  endAt: (id: string) => void,
  page?: Page,
): Promise<Row[]> {
  const { behind, most } = page ?? { behind: '', most: keys.length }
  const left = keys.filter((key) => idOf(key) > behind)
  const rows: Row[] = []
  // No row comes of a damaged record, so it may take more than one go.
  while (left.length > 0 && rows.length < most) {
    const { found, left: skipped } = await readSome(
      left.splice(0, most),
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
