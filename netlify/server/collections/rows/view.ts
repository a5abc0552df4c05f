import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer, allowance, maySpend } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { idOf } from '../keys.ts'
import { isWithin, OLDEST, type Span } from '../spans.ts'
import { look, rowOf } from '../truth.ts'
import { gapAmong } from '../folding/fill-gap.ts'
import { fold } from '../folding/fold.ts'
import { newestOf } from './gap.ts'
import { makeAnew, readHints, type Hint } from './hints.ts'
import { countedSegment, keySegment } from './key-segment.ts'
import { newestId, readManifest, spanOf, uncover, type Counted, type Tile } from './manifest.ts'
import { readRecent } from './recent.ts'
import { isKept, rowAt } from './row-at.ts'
import type { Row } from './row.ts'
import { changesIn, type Changes, type Segment } from './segment.ts'
import { LostChunk, tileSegment } from './tile-segment.ts'

/** A collection as one reader sees it: each of its ids is in one segment; the newest segment is first. */
export type View<F extends Form = Form> = {
  segments: Segment<F>[]
  /** So many records at least were not looked at: looking at them would have cost too much. */
  unlooked: number
  /** Up to this id none is missing but for changed ones. */
  to: string
}

/** Records looked at side by side. */
const LOOKS_AT_ONCE = 16
/** What it takes of requests to storage to look at one, and to read one with its state. */
const REQUESTS = { look: 4, row: 2 }
/** A reader lists so many pages of each kind of keys of a part, for so long; the rest waits for a fold. */
const MOST_PAGES = 12
const LISTING_MS = 1_000
/** With more changes than this in the open part it is less work to list all its keys. */
const FEW_CHANGES = 1
/** From so many changed rows on a fold is worth its while. */
const MANY_CHANGES = 20
/** Each lost chunk costs a reader one more try. */
const MOST_TRIES = 10

/** What `use` makes of the collection's view; what is lost of the rows only makes it read once more. */
export async function withView<F extends Form, Result>(
  collection: Collection<F>,
  use: (view: View<F>) => Promise<Result>,
): Promise<Result> {
  const { name } = collection
  const beginAgain = allowance()
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const view = await readView(collection)
      if (view) return await use(view)
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await uncover(name, error.message)
      beginAgain()
    }
  }
  throw new StorageDown('Rows are lost faster than they can be made.')
}

/**
 * The view, or null where everything was made anew a moment ago. Hints before the manifest: a change that was made
 * before this began is hinted still, or in the manifest already.
 */
async function readView<F extends Form>(collection: Collection<F>): Promise<View<F> | null> {
  const { name } = collection
  const found = await readHints(name)
  if (!found) return null
  const hints: readonly Hint[] = found
  const hinted = [...new Set(hints.map(({ id }) => id))].sort()
  const tiles = (await readManifest(name))?.tiles
  if (!tiles) {
    await makeAnew(name)
    return null
  }
  const end = performance.now() + LISTING_MS
  const isMore = () => performance.now() < end && maySpend()
  const view: View<F> = { segments: [], unlooked: 0, to: OLDEST }
  function endAt(id: string): void {
    // How many they are is not known.
    if (view.to === OLDEST) view.unlooked++
    if (id < view.to) view.to = id
  }

  /** What some of these records are; of the others nothing is known. */
  async function changesOf<Key>(
    keys: readonly Key[],
    idOfKey: (key: Key) => string,
    read: (key: Key) => Promise<Row<F> | null>,
    requests: number,
  ): Promise<Changes<F>> {
    const left = keys.findIndex(() => !maySpend(requests))
    const some = left === -1 ? keys : keys.slice(0, left)
    view.unlooked += keys.length - some.length
    const rows = await pMap(some, read, { concurrency: LOOKS_AT_ONCE })
    return new Map(keys.map((key, i) => [idOfKey(key), rows[i] ?? null]))
  }
  const lookAt = (span: Span) =>
    changesOf(
      hinted.filter((id) => isWithin(span, id)),
      (id) => id,
      async (id) => rowOf(await look(collection, id)),
      REQUESTS.look,
    )

  async function gapSegment(
    span: Span,
    kinds = { removals: true, states: true },
    look?: typeof lookAt,
    counted?: Counted,
  ): Promise<Segment<F>> {
    if (!maySpend(1 + Number(kinds.removals) + Number(kinds.states))) {
      endAt(span.from)
      return keySegment(collection, span, [], new Map(), endAt)
    }
    const limit = { pages: MOST_PAGES, isMore }
    const [{ keys, states, to: end }, looked] = await Promise.all([
      newestOf(collection, span, limit, kinds),
      look?.(span) ?? [],
      readRecent(collection),
    ])
    // Where all that were counted were found, there is nothing behind them.
    const isAll = keys.length === (counted && counted.shown.rows + counted.hidden.rows)
    const to = isAll ? span.to : end
    if (to < span.to) endAt(to)
    const touched = keys.filter((key) => states.has(idOf(key)))
    const fresh = touched.filter((key) => !isKept(key, states.get(idOf(key))))
    const known = touched.filter((key) => isKept(key, states.get(idOf(key))))
    const read = (key: string) => rowAt(collection, key, states.get(idOf(key)))
    const rows = await pMap(known, read)
    const changes = new Map([
      ...looked,
      ...(await changesOf(fresh, idOf, read, REQUESTS.row)),
      ...known.map((key, i) => [idOf(key), rows[i] ?? null] as const),
    ])
    const own = { from: span.from, to }
    return keySegment(collection, own, keys, changesIn(own, changes), endAt)
  }

  function openSegment(span: Span): Promise<Segment<F>> {
    const own = hints.filter(({ id }) => isWithin(span, id))
    if (new Set(own.map(({ id }) => id)).size <= FEW_CHANGES) {
      return gapSegment(span, { removals: false, states: false }, lookAt)
    }
    // Whatever was done here is hinted at: what no hint speaks of was not done.
    const removals = own.some(({ awaits }) => typeof awaits !== 'number')
    const states = own.some(({ awaits }) => awaits !== 'removal')
    return gapSegment(span, { removals, states })
  }

  async function segmentOf({ chunks, counted }: Tile, span: Span): Promise<Segment<F>> {
    if (chunks) return tileSegment(collection, span, chunks, await lookAt(span))
    const isHinted = hinted.some((id) => isWithin(span, id))
    return counted && !isHinted
      ? countedSegment(span, counted, () => gapSegment(span, undefined, undefined, counted))
      : gapSegment(span)
  }

  const covered = tiles[0]?.from ?? ''
  view.segments = await Promise.all([
    openSegment({ from: newestId(), to: covered }),
    ...tiles.map((tile, place) => segmentOf(tile, spanOf(tiles, place))),
  ])
  const stale = hinted.filter((id) => id >= covered).length
  if (gapAmong(tiles) !== -1 || stale > MANY_CHANGES || view.unlooked > 0) {
    afterAnswer(`fold ${name}`, () => fold(collection))
  }
  return view
}

/** Throws where some records were not looked at, for who can't say of how many. */
export function requireWhole({ unlooked }: View): void {
  if (unlooked > 0) throw new StorageDown('Not all records could be looked at yet.')
}

/** How many records were looked at, of how many; nothing where it was all of them. */
export const indexedIn = ({ segments, unlooked }: View, isHeld = false) => {
  const done = segments.reduce((sum, one) => sum + one.counts(isHeld).rows, 0)
  return unlooked > 0 ? { indexed: { done, of: done + unlooked } } : {}
}
