import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer, allowance, maySpend, storageUse } from '#server/storage/request-context.ts'
import type { Collection } from '../collection.ts'
import { isKnownDamaged } from '../current.ts'
import { isRemembered, loadRecent, readSome, remember, rowAt } from './recent.ts'
import { idOf } from '../keys.ts'
import { applyChanges, type Changes, type Row, UNTOUCHED } from '../row.ts'
import { listNewest, OLDEST, type Span } from '../spans.ts'
import { allRows, isRead, LostChunk } from './chunk.ts'
import { fold } from './fold.ts'
import { hintedRecords, readHints, rebuild, type Hint } from './hints.ts'
import { dropChunk, openFrom, readManifest, spanOf, unindexedAmong } from './manifest.ts'
import type { Counted, Tile } from './manifest.ts'
import { countsIn, keySource, segmentOf, tileSource, type Segment, type Source } from './segment.ts'

/** A collection as one reader sees it: each id is in one segment; the newest segment is first. */
export type View = {
  segments: Segment[]
  /** Ids of records that were skipped, to save requests or time; the end of the view counts as one. */
  readonly skipped: readonly string[]
  /**
   * All records up to this id are in the view, except changed ones that were skipped. Read it last:
   * it may move to a newer id while rows are read, if no storage requests are left for a record.
   */
  to: string
}

/**
 * Storage requests: to rebuild, to list a tile, to read a changed record, to read one. Hints,
 * manifest and the listing of the open part are not counted: an answer about many lists needs them
 * for each.
 */
const REQUESTS = { rebuild: 6, listing: 3, changed: 4, row: 2 }
/** Limits for a reader that lists a part. A fold lists the rest. */
const MOST_PAGES = 12
const LISTING_MS = 1_000
/** If more records of a part have changed, to list it takes less work than to read each of them. */
const FEW_CHANGES = { open: 1, tile: 5 }
const MANY_CHANGES = 20
/** A page, and the row that proves a next one: a list shows these first (admin/list-records.ts). */
const FIRST_ROWS = 51
/** Each lost chunk costs one try. */
const MOST_TRIES = 10
/** A retry may spend as much as the first try, unless that spent this many. */
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
      // The rebuild has spent them.
      maySpend(REQUESTS.rebuild)
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      for (const chunk of error.chunks) await dropChunk(collection.name, chunk)
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
  const hints = await readHints(name)
  if (!hints) return null
  // The tiles, the newest first; and the rows of the open part that an earlier instance has kept.
  const [manifest] = await Promise.all([readManifest(name), loadRecent(collection)])
  if (!manifest) {
    await rebuild(name)
    return null
  }
  const { tiles } = manifest
  const reading = beginReading(collection, hints)
  const all = [{ from: openFrom(), chunks: null }, ...tiles]
  reading.segments = await Promise.all(
    all.map(async (tile, index) => {
      const span = spanOf(all, index)
      const source = await sourceOf(reading, tile, span, index === 0)
      return segmentOf(collection, span, source, (id) => endAt(reading, id))
    }),
  )
  const changed = reading.hinted.idsIn({ from: spanOf(all, 0).to, to: OLDEST }).length
  if (unindexedAmong(tiles) !== -1 || changed > MANY_CHANGES || reading.skipped.length > 0) {
    afterAnswer(`fold ${name}`, () => fold(collection))
  }
  return reading
}

/** A view in the making. */
type Reading = ReturnType<typeof beginReading>

function beginReading(collection: Collection, hints: readonly Hint[]) {
  const hinted = hintedRecords(collection, hints, () => maySpend(REQUESTS.changed))
  const end = performance.now() + LISTING_MS
  return {
    collection,
    hinted,
    segments: [] as Segment[],
    to: OLDEST,
    unread: [] as string[],
    limit: { pages: MOST_PAGES, isMore: () => performance.now() < end && maySpend() },
    get skipped(): string[] {
      return [...this.unread, ...hinted.skipped]
    },
  }
}

/** Ends the view before this id, since what follows is not read. Returns an empty part. */
function endAt(reading: Reading, id: string): Source {
  // The number of records from it on is unknown.
  if (reading.to === OLDEST) reading.unread.push(id)
  if (id < reading.to) reading.to = id
  return keySource(reading.collection, [], [])
}

async function sourceOf(reading: Reading, tile: Tile, span: Span, isOpen: boolean) {
  const { collection, hinted } = reading
  const { chunks, counted } = tile
  const changed = hinted.idsIn(span).length
  if (isOpen)
    return listed(reading, span, { listsChanges: changed > FEW_CHANGES.open, isOpen: true })
  if (chunks && changed === 0) return tileSource(collection, chunks)
  if (chunks) {
    const toRead = [chunks.shown, chunks.held].filter((one) => !isRead(collection, one))
    if (!maySpend(toRead.length)) return endAt(reading, span.from)
    const rows = await allRows(collection, chunks)
    const read =
      changed > FEW_CHANGES.tile
        ? readMany(reading, span, rows)
        : readHinted(reading, hinted.idsIn(span))
    return keySource(collection, [], applyChanges(rows, await read))
  }
  if (!counted || changed > 0) return listedIfSpare(reading, span)
  let listing: Promise<Source> | undefined
  return {
    counts: (isHeld) => (isHeld ? counted.held : counted.shown),
    read: async (isHeld) =>
      (await (listing ??= listedIfSpare(reading, span, counted))).read(isHeld),
  } satisfies Source
}

const listedIfSpare = async (reading: Reading, span: Span, counted?: Counted) =>
  maySpend(REQUESTS.listing) ? listed(reading, span, { counted }) : endAt(reading, span.from)

/** Lists as much of the span as possible. */
async function listed(
  reading: Reading,
  span: Span,
  how: { listsChanges?: boolean; isOpen?: boolean; counted?: Counted | undefined },
) {
  const { listsChanges = true, isOpen = false, counted } = how
  const { collection, limit, hinted } = reading
  // A counted tile is short, and only the whole of its listing is of use, so it may take longer.
  const own = counted ? { ...limit, isMore: () => maySpend() } : limit
  const [{ keys, states, to }, changed] = await Promise.all([
    listNewest(collection, span, { ...own, listsChanges, isOpen }),
    listsChanges ? [] : readHinted(reading, hinted.idsIn(span)),
  ])
  // A listing of as many keys as the tile counts is whole.
  const isAll = keys.length === (counted && counted.shown.rows + counted.held.rows)
  if (to < span.to && !isAll) endAt(reading, to)
  const etagOf = (key: string) => states.get(idOf(key))
  // The page reads its own untouched records, which come first.
  const isUntouched = (key: string) => etagOf(key) === undefined
  const kept = keys.slice(0, FIRST_ROWS).filter((key) => isUntouched(key) && !isRemembered(key))
  const read = await readSome(
    keys.filter((key) => !isUntouched(key)),
    (key) => isRemembered(key, etagOf(key)) || maySpend(REQUESTS.row, isOpen ? kept.length : 0),
    (key) => rowAt(collection, key, etagOf(key)),
  )
  const unlisted = listsChanges ? hinted.unlistedIn({ from: span.from, to }, keys, states) : []
  const late = await readHinted(reading, unlisted)
  const changes = new Map([...changed, ...changesOf(reading, read), ...late])
  const untouched = keys.filter((key) => !changes.has(idOf(key)) && !isKnownDamaged(key))
  const rows = applyChanges([], changes).filter(({ id }) => isAll || id < to)
  return keySource(collection, untouched, rows)
}

async function readHinted({ hinted }: Reading, ids: readonly string[]): Promise<Changes> {
  const changes = await hinted.readEach(ids)
  return new Map(ids.map((id) => [id, changes.get(id) ?? null]))
}

/** Like `readHinted`, for a tile with many hints: it reads only records that the tile's rows lack. */
async function readMany(reading: Reading, span: Span, rows: readonly Row[]): Promise<Changes> {
  const { collection, hinted, limit } = reading
  const ids = hinted.idsIn(span)
  if (!maySpend(REQUESTS.listing)) return changesOf(reading, { found: [], left: ids })
  const { keys, states, to } = await listNewest(collection, span, limit)
  const keyOf = new Map(keys.map((key) => [idOf(key), key]))
  const known = new Map(rows.map((row) => [row.id, row]))
  const late = await readHinted(reading, hinted.unlistedIn({ from: span.from, to }, keys, states))
  const read = await readSome(
    ids.filter((id) => !late.has(id)),
    (id) => {
      const [row, etag = ''] = [known.get(id), states.get(id)]
      const isKnown = !keyOf.has(id) || row?.etag === etag
      // A record, a state, or both.
      return id < to && (isKnown || maySpend(Number(!row) + Number(etag !== '')))
    },
    async (id) => {
      const [key, row, etag = ''] = [keyOf.get(id), known.get(id), states.get(id)]
      if (!key) return null
      if (row) remember(key, { ...row, state: UNTOUCHED, etag: '' })
      return row?.etag === etag ? row : rowAt(collection, key, etag)
    },
  )
  return new Map([...changesOf(reading, read), ...late])
}

type Read = Awaited<ReturnType<typeof readSome<string, Row | null>>>

/** Rows by id. Records that were not read have none, and are in `unread`. */
function changesOf(reading: Reading, { found, left }: Read): Changes {
  reading.unread.push(...left.map(idOf))
  const all = [...found, ...left.map((key) => [key, null] as const)]
  return new Map(all.map(([key, row]) => [idOf(key), row]))
}

/** Throws StorageDown if a record before this id was skipped. */
export function requireWhole({ skipped, to }: View, end = OLDEST): void {
  if (to < end || skipped.some((id) => id < end))
    throw new StorageDown('Not all records could be looked at yet.')
}

/** Empty if all records were read. */
export const indexedIn = ({ segments, skipped }: View, isHeld = false) => {
  if (skipped.length === 0) return {}
  const done = countsIn(segments, isHeld).rows
  return { indexed: { done, of: done + skipped.length } }
}
