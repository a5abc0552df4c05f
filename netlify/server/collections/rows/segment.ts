import { maySpend } from '#server/storage/request-context.ts'
import type { Collection } from '../collection.ts'
import { isRemembered, readSome, rowAt } from './recent.ts'
import { hasSignals, idOf } from '../keys.ts'
import { newestFirst, countsOf, splitByHeld, sum, type Counts, type Row } from '../row.ts'
import type { Span } from '../spans.ts'
import { isRead, readChunk, rowsAtHand, type Rows } from './chunk.ts'
import type { Chunks } from './manifest.ts'

/** A part of a view: all rows of a span of ids, the newest first, shown and held ones apart. */
export type Segment = {
  span: Span
  counts: (isHeld: boolean) => Counts
  /** The fewest storage requests that reading its rows takes. */
  requests: (isHeld: boolean) => number
  /** With a page, only its own records are read one by one. */
  rows: (isHeld: boolean, page?: Page) => Promise<Rows>
  ids: (isHeld: boolean) => Promise<readonly string[]>
  /** How many shown rows after this id are unanswered. */
  unansweredAfter: (id: string) => Promise<number>
}

export function countsIn(segments: readonly Segment[], isHeld: boolean): Counts {
  const all = (count: keyof Counts) => sum(segments.map((one) => one.counts(isHeld)[count]))
  return { rows: all('rows'), unseen: all('unseen'), unanswered: all('unanswered') }
}

type Page = { after: string; most: number }

/** The content of a segment: rows, and the keys of untouched records that are not read yet. */
export type Source = {
  counts: (isHeld: boolean) => Counts
  requests?: (isHeld: boolean) => number
  read: (isHeld: boolean) => Promise<{ rows: Rows; keys: readonly string[] }>
}

/**
 * Calls `endAt` with the first id of a page that no requests were left for. Without a page such
 * records are missing in the result.
 */
export const segmentOf = (
  collection: Collection,
  span: Span,
  { counts, read, requests = () => 0 }: Source,
  endAt: (id: string) => void = () => undefined,
): Segment => ({
  span,
  counts,
  requests,
  async rows(isHeld, page) {
    const { rows, keys } = await read(isHeld)
    if (keys.length === 0) return rows
    const more = await rowsAt(collection, keys, endAt, page)
    return rowsAtHand(collection.form, [...more, ...rows.all()].sort(newestFirst))
  },
  async ids(isHeld) {
    const { rows, keys } = await read(isHeld)
    return [...keys.map(idOf), ...rows.ids].sort()
  },
  async unansweredAfter(id) {
    const { rows, keys } = await read(false)
    const isWaiting = (one: string, index: number) => one > id && !rows.done(index).isAnswered
    return keys.filter((key) => idOf(key) > id).length + rows.ids.filter(isWaiting).length
  },
})

/** Rows at hand, and records that are known by their keys alone. */
export function keySource(
  { form }: Collection,
  keys: readonly string[],
  rows: readonly Row[],
): Source {
  const { shown, held } = splitByHeld(rows)
  const rowsOf = (isHeld: boolean) => (isHeld ? held : shown)
  const keysOf = (isHeld: boolean) => keys.filter((key) => hasSignals(key) === isHeld)
  return {
    read: (isHeld) =>
      Promise.resolve({ rows: rowsAtHand(form, rowsOf(isHeld)), keys: keysOf(isHeld) }),
    counts(isHeld) {
      const counts = countsOf(rowsOf(isHeld))
      const more = keysOf(isHeld).length
      return {
        rows: counts.rows + more,
        unseen: counts.unseen + more,
        unanswered: counts.unanswered + more,
      }
    },
  }
}

/** The rows of a tile that has not changed. */
export function tileSource(collection: Collection, chunks: Chunks): Source {
  const chunkOf = (isHeld: boolean) => (isHeld ? chunks.held : chunks.shown)
  const reading = new Map<boolean, Promise<Rows>>()
  return {
    counts: chunkOf,
    requests: (isHeld) => Number(!isRead(collection, chunkOf(isHeld))),
    async read(isHeld) {
      // A page and a count may ask for the same chunk at the same time.
      const rows = reading.get(isHeld) ?? readChunk(collection, chunkOf(isHeld))
      reading.set(isHeld, rows)
      return { rows: await rows, keys: [] }
    },
  }
}

async function rowsAt(
  collection: Collection,
  keys: readonly string[],
  endAt: (id: string) => void,
  page?: Page,
): Promise<Row[]> {
  const { after, most } = page ?? { after: '', most: keys.length }
  const left = keys.filter((key) => idOf(key) > after)
  const rows: Row[] = []
  // A damaged record gives no row, so it may take several turns.
  while (left.length > 0 && rows.length < most) {
    const { found, left: skipped } = await readSome(
      left.splice(0, most),
      (key) => isRemembered(key) || maySpend(),
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
