import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer, allowance, maySpend, storageUse } from '#server/storage/request-context.ts'
import type { Collection } from '../collection.ts'
import { isKept, keep, readSome, rowAt } from '../current.ts'
import { idOf } from '../keys.ts'
import { readRecent } from '../recent.ts'
import { applyChanges, type Changes, type Row } from '../row.ts'
import { listNewest, OLDEST, type Span } from '../spans.ts'
import { UNTOUCHED } from '../state.ts'
import { allRows, isRead, LostChunk } from './chunk.ts'
import { fold } from './fold.ts'
import { hintedRecords, readHints, rebuild } from './hints.ts'
import { dropChunk, openFrom, readManifest, spanOf, type Counted, type Tile } from './manifest.ts'
import { keySource, segmentOf, tileSource, type Segment, type Source } from './segment.ts'
import { unindexedAmong } from './tiles.ts'

/** A collection as one reader sees it: each id is in one segment; the newest segment is first. */
export type View = {
  segments: Segment[]
  /** At least this many records were skipped, to save requests or time. */
  readonly skipped: number
  /** All records up to this id are in the view, except changed ones that were skipped. */
  to: string
}

/** Storage requests: for hints and manifest, to rebuild, to read a changed record, to read one. */
const REQUESTS = { view: 2, rebuild: 6, changed: 4, row: 2 }
/** Limits for a reader that lists a part. A fold lists the rest. */
const MOST_PAGES = 12
const LISTING_MS = 1_000
/** With more changes in the open part, listing it takes less work. */
const FEW_CHANGES = 1
/** With more changes in a tile, listing it takes less work. */
const FEW_READS = 5
const MANY_CHANGES = 20
/** Each lost chunk costs one try. */
const MOST_TRIES = 10
/** Up to this many spent requests are given back, so that the answer can be complete. */
const MOST_BEFORE_AGAIN = 100

/** The result of `use`. The view is read again if a derived file turns out to be lost. */
export async function withView<Result>(
  collection: Collection,
  use: (view: View) => Promise<Result>,
): Promise<Result> {
  const beginAgain = allowance()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const view = await readView(collection)
      if (view) return await use(view)
      maySpend(REQUESTS.rebuild)
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await dropChunk(collection.name, error.message)
      if (storageUse().requests < MOST_BEFORE_AGAIN) beginAgain()
    }
  }
  throw new StorageDown('Rows are lost faster than they can be made.')
}

/**
 * Null if the rows have to be rebuilt. Hints are read before the manifest: so an earlier change is
 * still hinted, or in the manifest already.
 */
async function readView(collection: Collection): Promise<View | null> {
  const { name } = collection
  maySpend(REQUESTS.view)
  const hints = await readHints(name)
  if (!hints) return null
  const [manifest] = await Promise.all([readManifest(name), readRecent(collection)])
  if (!manifest) {
    await rebuild(name)
    return null
  }
  const { tiles } = manifest
  const hinted = hintedRecords(collection, hints, () => maySpend(REQUESTS.changed))
  const end = performance.now() + LISTING_MS
  const pages = MOST_PAGES
  const limit = { pages, isMore: () => performance.now() < end && maySpend() }
  let unread = 0
  const view = {
    segments: [] as Segment[],
    to: OLDEST,
    get skipped() {
      return unread + hinted.skipped.size
    },
  }
  /** Ends the view here; the rest is not read. */
  function endAt(id: string): Source {
    // The number of records after it is unknown.
    if (view.to === OLDEST) unread++
    if (id < view.to) view.to = id
    return keySource(collection, [], [])
  }

  /** Rows by id. Records that were not read have none, and are counted in `unread`. */
  function changesOf(found: readonly (readonly [string, Row | null])[], left: readonly string[]) {
    unread += left.length
    const all = [...found, ...left.map((key) => [key, null] as const)]
    return new Map(all.map(([key, row]) => [idOf(key), row]))
  }

  async function readHinted(span: Span): Promise<Changes> {
    const changes = await hinted.read(span)
    return new Map(hinted.idsIn(span).map((id) => [id, changes.get(id) ?? null]))
  }

  /** Lists as much of the span as possible. */
  async function listed(span: Span, isTouched: boolean, counted?: Counted): Promise<Source> {
    if (!maySpend(isTouched ? 3 : 1)) return endAt(span.from)
    // A counted tile is short. Half of its listing would be of no use, so it may end late.
    const own = counted ? { pages, isMore: () => maySpend() } : limit
    const [{ keys, states, to }, changed] = await Promise.all([
      listNewest(collection, span, { ...own, isTouched }),
      isTouched ? [] : readHinted(span),
    ])
    // Nothing follows the counted records.
    const isAll = keys.length === (counted && counted.shown.rows + counted.held.rows)
    if (to < span.to && !isAll) endAt(to)
    const etagOf = (key: string) => states.get(idOf(key))
    const { found, left } = await readSome(
      keys.filter((key) => etagOf(key) !== undefined),
      (key) => isKept(key, etagOf(key)) || maySpend(REQUESTS.row),
      (key) => rowAt(collection, key, etagOf(key)),
    )
    const changes = new Map([...changed, ...changesOf(found, left)])
    const untouched = keys.filter((key) => !changes.has(idOf(key)))
    const rows = applyChanges([], changes).filter(({ id }) => isAll || id < to)
    return keySource(collection, untouched, rows)
  }

  /** The same for a tile with many hints: it reads only records that the tile's rows lack. */
  async function readMany(span: Span, rows: readonly Row[]): Promise<Changes> {
    const ids = hinted.idsIn(span)
    if (!maySpend(3)) return changesOf([], ids)
    const { keys, states, to } = await listNewest(collection, span, limit)
    const keyOf = new Map(keys.map((key) => [idOf(key), key]))
    const known = new Map(rows.map((row) => [row.id, row]))
    const { found, left } = await readSome(
      ids,
      (id) => {
        const [row, etag = ''] = [known.get(id), states.get(id)]
        const isKnown = !keyOf.has(id) || row?.etag === etag
        // A record, a state, or both.
        return id < to && (isKnown || maySpend(Number(!row) + Number(etag !== '')))
      },
      async (id) => {
        const [key, row, etag = ''] = [keyOf.get(id), known.get(id), states.get(id)]
        if (!key) return null
        if (row) keep(key, { ...row, state: UNTOUCHED, etag: '' })
        return row?.etag === etag ? row : rowAt(collection, key, etag)
      },
    )
    return changesOf(found, left)
  }

  async function sourceOf({ chunks, counted }: Tile, span: Span): Promise<Source> {
    const changed = hinted.idsIn(span).length
    if (chunks && changed === 0) return tileSource(collection, chunks)
    if (chunks) {
      const toRead = [chunks.shown, chunks.held].filter((one) => !isRead(collection, one))
      if (!maySpend(toRead.length)) return endAt(span.from)
      const rows = await allRows(collection, chunks)
      const changes = await (changed > FEW_READS ? readMany(span, rows) : readHinted(span))
      return keySource(collection, [], applyChanges(rows, changes))
    }
    if (!counted || changed > 0) return listed(span, true)
    let listing: Promise<Source> | undefined
    return {
      counts: (isHeld) => (isHeld ? counted.held : counted.shown),
      read: async (isHeld) => (await (listing ??= listed(span, true, counted))).read(isHeld),
    }
  }

  const segment = async (span: Span, source: Promise<Source>) =>
    segmentOf(collection, span, await source, endAt)
  const open = { from: openFrom(), to: tiles[0]?.from ?? '' }
  view.segments = await Promise.all([
    segment(open, listed(open, hinted.idsIn(open).length > FEW_CHANGES)),
    ...tiles.map((tile, index) => {
      const span = spanOf(tiles, index)
      return segment(span, sourceOf(tile, span))
    }),
  ])
  const stale = hinted.idsIn({ from: open.to, to: OLDEST }).length
  if (unindexedAmong(tiles) !== -1 || stale > MANY_CHANGES || view.skipped > 0) {
    afterAnswer(`fold ${name}`, () => fold(collection))
  }
  return view
}

export function requireWhole({ skipped }: View): void {
  if (skipped > 0) throw new StorageDown('Not all records could be looked at yet.')
}

/** Empty if all records were read. */
export const indexedIn = ({ segments, skipped }: View, isHeld = false) => {
  const done = segments.reduce((sum, one) => sum + one.counts(isHeld).rows, 0)
  return skipped > 0 ? { indexed: { done, of: done + skipped } } : {}
}
