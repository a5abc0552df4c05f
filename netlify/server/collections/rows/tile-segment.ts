import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import type { Span } from '../spans.ts'
import { isRead, readChunk } from './chunk.ts'
import type { Lines } from './lines.ts'
import type { Chunk, Chunks } from './manifest.ts'
import { changed, rowSegment, type Changes, type Segment } from './segment.ts'

/** A chunk that a manifest names is lost or damaged; its rows can be made anew. */
export class LostChunk extends Error {
  override name = 'LostChunk'
}

/** The rows of a chunk. Throws LostChunk. */
export async function rowsOf<F extends Form>(collection: Collection<F>, chunk: Chunk) {
  const lines = await readChunk(collection, chunk)
  if (!lines) throw new LostChunk(chunk.name)
  return lines
}

/** All rows of a tile, in order. Throws LostChunk. */
export async function allRows<F extends Form>(collection: Collection<F>, chunks: Chunks) {
  const both = await Promise.all([
    rowsOf(collection, chunks.shown),
    rowsOf(collection, chunks.hidden),
  ])
  return changed(
    both.flatMap((lines) => lines.all()),
    new Map(),
  )
}

/** The segment of a tile, with the changes of its ids since its chunks were written. */
export async function tileSegment<F extends Form>(
  collection: Collection<F>,
  span: Span,
  chunks: Chunks,
  changes: Changes<F>,
): Promise<Segment<F>> {
  if (changes.size > 0) {
    return rowSegment(collection, span, changed(await allRows(collection, chunks), changes))
  }
  const chunkOf = (isHeld: boolean) => (isHeld ? chunks.hidden : chunks.shown)
  const reading = new Map<boolean, Promise<Lines<F>>>()
  // A page and a count may ask for the same chunk side by side.
  function lines(isHeld: boolean): Promise<Lines<F>> {
    const known = reading.get(isHeld) ?? rowsOf(collection, chunkOf(isHeld))
    reading.set(isHeld, known)
    return known
  }
  return {
    span,
    counts: chunkOf,
    requests: (isHeld) => (isRead(collection, chunkOf(isHeld)) ? 0 : 1),
    lines,
    ids: async (isHeld) => (await lines(isHeld)).ids,
    unansweredBehind: async (id) => (await lines(false)).unansweredBehind(id),
  }
}
