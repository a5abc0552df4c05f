import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer, allowance, maySpend } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { gapAmong } from './tiles.ts'
import { fold } from './fold.ts'
import { idOf } from '../keys.ts'
import { isWithin, OLDEST, type Span, newestOf } from '../spans.ts'
import { UNTOUCHED } from '../state.ts'
import { look, readSome, rowOf, isKept, keep, rowAt } from '../current.ts'
import { allRows, LostChunk } from './chunk.ts'
import { makeAnew, readHints } from './hints.ts'
import { newestId, readManifest, spanOf, uncover, type Counted, type Tile } from './manifest.ts'
import { readRecent } from './recent.ts'
import { changed, type Row } from '../row.ts'
import { keySource, segmentOf, tileSource, type Segment, type Source } from './segment.ts'

/** A collection as one reader sees it: each of its ids is in one segment; the newest segment is first. */
export type View = {
  segments: Segment[]
  /** So many records at least were skipped: they cost too much. */
  unlooked: number
  /** Up to this id none is missing but for changed ones. */
  to: string
}

type Looked = { found: (readonly [key: string, row: Row | null])[]; left: string[] }

/** Requests to storage: for hints and manifest, to make them anew, to look at a record, to read one. */
const REQUESTS = { view: 2, anew: 6, look: 4, row: 2 }
/** The pages and the time that a reader has for listing a part. A fold lists the rest. */
const MOST_PAGES = 12
const LISTING_MS = 1_000
/** With more changes in the open part it is less work to list them. */
const FEW_CHANGES = 1
/** With more changes in a tile it is less work to list it. */
const FEW_LOOKS = 5
const MANY_CHANGES = 20
/** Each lost chunk costs one more. */
const MOST_TRIES = 10

/** What `use` makes of the view; it is read again where something derived is lost. */
export async function withView<Result>(
  collection: Collection,
  use: (view: View) => Promise<Result>,
): Promise<Result> {
  const beginAgain = allowance()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const view = await readView(collection)
      if (view) return await use(view)
      maySpend(REQUESTS.anew)
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await uncover(collection.name, error.message)
      beginAgain()
    }
  }
  throw new StorageDown('Rows are lost faster than they can be made.')
}

/**
 * The view; null where all was made anew a moment ago. Hints before the manifest: a change that was
 * made before this began is hinted still, or in the manifest already.
 */
async function readView(collection: Collection): Promise<View | null> {
  const { name } = collection
  maySpend(REQUESTS.view)
  const hints = await readHints(name)
  if (!hints) return null
  const [manifest] = await Promise.all([readManifest(name), readRecent(collection)])
  if (!manifest) {
    await makeAnew(name)
    return null
  }
  const { tiles } = manifest
  const hinted = [...new Set(hints.map(({ id }) => id))].sort()
  const hintedIn = (span: Span) => hinted.filter((id) => isWithin(span, id))
  const end = performance.now() + LISTING_MS
  const limit = { pages: MOST_PAGES, isMore: () => performance.now() < end && maySpend() }
  const view: View = { segments: [], unlooked: 0, to: OLDEST }
  function endAt(id: string): void {
    // How many are missing is not known.
    if (view.to === OLDEST) view.unlooked++
    if (id < view.to) view.to = id
  }

  /** What was read of some records, by id; a skipped one counts nowhere. */
  function changesOf({ found, left }: Looked) {
    view.unlooked += left.length
    const all = [...found, ...left.map((key) => [key, null] as const)]
    return new Map(all.map(([key, row]) => [idOf(key), row]))
  }

  /** What the hinted records of the span are by now. */
  const lookAt = async (span: Span) =>
    changesOf(
      await readSome(
        hintedIn(span),
        () => maySpend(REQUESTS.look),
        async (id) => rowOf(await look(collection, id)),
      ),
    )

  /** As much of the span as can be listed. */
  async function listed(span: Span, isTouched: boolean, counted?: Counted): Promise<Source> {
    if (!maySpend(isTouched ? 3 : 1)) {
      endAt(span.from)
      return keySource(collection, [], [])
    }
    const [{ keys, states, to }, looked] = await Promise.all([
      newestOf(collection, span, { ...limit, isTouched }),
      isTouched ? [] : lookAt(span),
    ])
    // After all that were counted there is nothing.
    const isAll = keys.length === (counted && counted.shown.rows + counted.hidden.rows)
    if (to < span.to && !isAll) endAt(to)
    const etagOf = (key: string) => states.get(idOf(key))
    const touched = await readSome(
      keys.filter((key) => etagOf(key) !== undefined),
      (key) => isKept(key, etagOf(key)) || maySpend(REQUESTS.row),
      (key) => rowAt(collection, key, etagOf(key)),
    )
    const changes = new Map([...looked, ...changesOf(touched)])
    const untouched = keys.filter((key) => !changes.has(idOf(key)))
    const known = changed([], changes).filter(({ id }) => isAll || id < to)
    return keySource(collection, untouched, known)
  }

  /** What many hinted records of a tile are by now: only those are read that its rows do not know. */
  async function listAgain(span: Span, ids: string[], rows: readonly Row[]) {
    if (!maySpend(3)) return changesOf({ found: [], left: ids })
    const { keys, states, to } = await newestOf(collection, span, limit)
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
    return changesOf({ found, left })
  }

  async function sourceOf({ chunks, counted }: Tile, span: Span): Promise<Source> {
    const own = hintedIn(span)
    const isHinted = own.length > 0
    if (chunks && !isHinted) return tileSource(collection, chunks)
    if (chunks) {
      const rows = await allRows(collection, chunks)
      const changes = await (own.length > FEW_LOOKS ? listAgain(span, own, rows) : lookAt(span))
      return keySource(collection, [], changed(rows, changes))
    }
    if (!counted || isHinted) return listed(span, true)
    let finding: Promise<Source> | undefined
    return {
      counts: (isHeld) => (isHeld ? counted.hidden : counted.shown),
      read: async (isHeld) => (await (finding ??= listed(span, true, counted))).read(isHeld),
    }
  }

  const segment = async (span: Span, source: Promise<Source>) =>
    segmentOf(collection, span, await source, endAt)
  const open = { from: newestId(), to: tiles[0]?.from ?? '' }
  view.segments = await Promise.all([
    segment(open, listed(open, hintedIn(open).length > FEW_CHANGES)),
    ...tiles.map((tile, index) => {
      const span = spanOf(tiles, index)
      return segment(span, sourceOf(tile, span))
    }),
  ])
  const stale = hinted.filter((id) => id >= open.to).length
  if (gapAmong(tiles) !== -1 || stale > MANY_CHANGES || view.unlooked > 0) {
    afterAnswer(`fold ${name}`, () => fold(collection))
  }
  return view
}

export function requireWhole({ unlooked }: View): void {
  if (unlooked > 0) throw new StorageDown('Not all records could be looked at yet.')
}

/** Nothing where all records were looked at. */
export const indexedIn = ({ segments, unlooked }: View, isHeld = false) => {
  const done = segments.reduce((sum, one) => sum + one.counts(isHeld).rows, 0)
  return unlooked > 0 ? { indexed: { done, of: done + unlooked } } : {}
}
