import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { afterAnswer } from '#server/storage/budget.ts'
import type { Collection } from '../collection.ts'
import { idOf, recordKey } from '../keys.ts'
import { entriesIn, isWithin, type Span } from '../spans.ts'
import { look, rowOf } from '../truth.ts'
import { gapAmong } from '../folding/fill-gap.ts'
import { fold } from '../folding/fold.ts'
import { gapIn } from './gap.ts'
import { makeAnew, readHints, type Hint } from './hints.ts'
import { keySegment } from './key-segment.ts'
import { newestId, readManifest, spanOf, uncover } from './manifest.ts'
import { readRecent } from './recent.ts'
import { isKept, rowAt } from './row-at.ts'
import type { Row } from './row.ts'
import type { Changes, Segment } from './segment.ts'
import { LostChunk, tileSegment } from './tile-segment.ts'

/** A collection as one reader sees it: each of its ids is in one segment; the newest segment is first. */
export type View<F extends Form = Form> = {
  segments: Segment<F>[]
  /** Changed records that there was no time to look at: they are in no segment. */
  unlooked: number
  /** Whether some of its ids had to be found by their keys that a fold can put into a tile. */
  hasGaps: boolean
}

/** Records looked at side by side; each takes four requests to storage. */
const LOOKS_AT_ONCE = 16
/** A reader looks at so many changed records of a part; more of them wait for a fold, or their turn. */
const MOST_LOOKS = 300
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
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const view = await readView(collection)
      if (view) return await use(view)
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await uncover(name, error.message)
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
  let unlooked = 0

  /** What some of these records are; of the others nothing is known. */
  async function changesOf<Key>(
    keys: readonly Key[],
    idOfKey: (key: Key) => string,
    read: (key: Key) => Promise<Row<F> | null>,
  ): Promise<Changes<F>> {
    unlooked += Math.max(0, keys.length - MOST_LOOKS)
    const rows = await pMap(keys.slice(0, MOST_LOOKS), read, { concurrency: LOOKS_AT_ONCE })
    return new Map(keys.map((key, i) => [idOfKey(key), rows[i] ?? null]))
  }
  const lookAt = (span: Span) =>
    changesOf(
      hinted.filter((id) => isWithin(span, id)),
      (id) => id,
      async (id) => rowOf(await look(collection, id)),
    )

  async function gapSegment(span: Span, kinds?: Parameters<typeof gapIn>[2]) {
    const [{ keys, states }] = await Promise.all([
      gapIn(collection, span, kinds),
      readRecent(collection),
    ])
    const touched = keys.filter((key) => states.has(idOf(key)))
    const fresh = touched.filter((key) => !isKept(key, states.get(idOf(key))))
    const known = touched.filter((key) => isKept(key, states.get(idOf(key))))
    const read = (key: string) => rowAt(collection, key, states.get(idOf(key)))
    const rows = await pMap(known, read)
    const changes = new Map([
      ...(await changesOf(fresh, idOf, read)),
      ...known.map((key, i) => [idOf(key), rows[i] ?? null] as const),
    ])
    return keySegment(collection, span, keys, changes)
  }

  async function openSegment(span: Span) {
    const own = hints.filter(({ id }) => isWithin(span, id))
    if (new Set(own.map(({ id }) => id)).size > FEW_CHANGES) {
      // Whatever was done here is hinted at: what no hint speaks of was not done.
      const removals = own.some(({ awaits }) => typeof awaits !== 'number')
      const states = own.some(({ awaits }) => awaits !== 'removal')
      return gapSegment(span, { removals, states })
    }
    const [entries, changes] = await Promise.all([
      entriesIn(recordKey(name, ''), span),
      lookAt(span),
      readRecent(collection),
    ])
    return keySegment(
      collection,
      span,
      entries.map(({ key }) => key),
      changes,
    )
  }

  const covered = tiles[0]?.from ?? ''
  const segments = await Promise.all([
    openSegment({ from: newestId(), to: covered }),
    ...tiles.map(async ({ chunks }, place) => {
      const span = spanOf(tiles, place)
      return chunks ? tileSegment(collection, span, chunks, await lookAt(span)) : gapSegment(span)
    }),
  ])
  const hasGaps = gapAmong(tiles) !== -1
  const stale = hinted.filter((id) => id >= covered).length
  if (hasGaps || stale > MANY_CHANGES) afterAnswer(`fold ${name}`, () => fold(collection))
  return { segments, unlooked, hasGaps }
}
