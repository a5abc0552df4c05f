import type { Form } from '#forms/form.ts'
import { bornAt } from '#server/storage/record-id.ts'
import type { Collection } from '#server/collections/collection.ts'
import { fileKey, idOf, notifyKey } from '#server/collections/keys.ts'
import { entriesIn, type Span } from '#server/collections/spans.ts'
import { gapIn } from '#server/collections/rows/gap.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { readManifest, spanOf, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows } from '#server/collections/rows/tile-segment.ts'

/** What is not as the records say: what a crash or a fault leaves behind, and rows that are wrong. */
export type Faults = {
  /** Ids whose row is missing, or should not be there, or says something else. */
  wrong: string[]
  /** Removed records of which something is left. */
  leftovers: string[]
  /** Keys of files that no record has. */
  orphans: string[]
}

/** A file comes before its record, so a young one may still get it. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1_000

/**
 * Compares all that the keys of a tile say with its rows. Hinted ids are left out: a fold looks at
 * them anyway. Throws LostChunk.
 */
export async function checkTile<F extends Form>(
  collection: Collection<F>,
  span: Span,
  { chunks }: Tile,
): Promise<Faults> {
  const { name } = collection
  const rows = chunks ? await allRows(collection, chunks) : []
  const [{ keys, states, removed, leftovers }, files, notified] = await Promise.all([
    gapIn(collection, span),
    entriesIn(fileKey(name, ''), span),
    entriesIn(notifyKey(name, ''), span),
  ])
  // A try that was under way may have noted its end when the record was gone.
  const toldOfNothing = notified.map(({ key }) => idOf(key)).filter((id) => removed.has(id))
  const ids = new Set(keys.map(idOf))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const isWrong = (id: string) => {
    const row = rowOf.get(id)
    return !row || !ids.has(id) || row.etag !== (states.get(id) ?? '')
  }
  const wrong = chunks ? [...new Set([...ids, ...rowOf.keys()])].filter(isWrong) : []
  // Read last: what has changed meanwhile is hinted.
  const hinted = new Set(((await readHints(name)) ?? []).map(({ id }) => id))
  // A removed record never comes back; one that is added late is hinted before its file is there.
  const isOrphan = (id: string) =>
    !ids.has(id) &&
    (removed.has(id) || (!hinted.has(id) && Date.now() - bornAt(id) > ORPHAN_AFTER_MS))
  return {
    wrong: wrong.filter((id) => !hinted.has(id)),
    leftovers: [...new Set([...leftovers, ...toldOfNothing])],
    orphans: files.map(({ key }) => key).filter((key) => isOrphan(idOf(key))),
  }
}

/** The tiles of a collection and their spans; what is open is the first, without chunks. */
export async function tilesToCheck({ name }: Collection): Promise<{ tile: Tile; span: Span }[]> {
  const tiles = (await readManifest(name))?.tiles ?? []
  const open: Tile = { from: '', chunks: null }
  return [open, ...tiles].map((tile, place, all) => ({ tile, span: spanOf(all, place) }))
}
