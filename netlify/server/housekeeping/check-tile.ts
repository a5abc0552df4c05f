import type { Collection } from '#server/collections/collection.ts'
import { fileKey, idOf, notifyKey } from '#server/collections/keys.ts'
import { listSpan, entriesIn, type Span } from '#server/collections/spans.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { readManifest, spanOf, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows, LostChunk } from '#server/collections/rows/chunk.ts'
import { readCurrent } from '#server/collections/current.ts'
import { sharedNow, DAY_MS } from '#server/storage/clock.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { damagedStates, missingFiles, readRecords } from './deep-read.ts'
import { heldTooLong, type Faults } from './mend.ts'

/** Compares the derived data of one part of a list with its records. */

export type Part = { tile: Tile; span: Span }

/** A file is written before its record, so a young file may still get one. */
const ORPHAN_AFTER_MS = DAY_MS

const ageOf = (id: string) => sharedNow() - createdAtOf(id)

/** Finds wrong rows, leftovers, orphans and overdue held records; `isDeep` reads all records. */
export async function checkTile(
  collection: Collection,
  { tile, span }: Part,
  { isDeep = false } = {},
): Promise<Faults> {
  const { name } = collection
  const deep = isDeep ? await readRecords(collection, span) : undefined
  const read = tile.chunks ? await allRows(collection, tile.chunks).catch(orLost) : []
  const [rows, lost] = read instanceof LostChunk ? [[], [...read.chunks]] : [read, []]
  const [{ keys, states, removed, leftovers }, files, notified] = await Promise.all([
    listSpan(collection, span),
    entriesIn(fileKey(name, ''), span),
    entriesIn(notifyKey(name, ''), span),
  ])
  const ids = new Set(keys.map(idOf))
  const filed = new Set(files.map(({ key }) => idOf(key)))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const isWrong = (id: string) => {
    const row = rowOf.get(id)
    if (!row || !ids.has(id) || row.etag !== (states.get(id) ?? '')) return true
    return deep !== undefined && deep.texts.get(id) !== JSON.stringify(row.submission)
  }
  const isRead = tile.chunks && lost.length === 0
  const wrong = isRead ? [...new Set([...ids, ...rowOf.keys()])].filter(isWrong) : []
  const isTooLong = await heldTooLong()
  // Read last: records that changed meanwhile have a hint.
  const hints = (await readHints(name)) ?? []
  const hinted = new Set(hints.map(({ id }) => id))
  const begun = hints.filter(({ id, awaits }) => awaits === 'removal' && ids.has(id))
  const current = await Promise.all(begun.map(({ id }) => readCurrent(collection, id)))
  const damaged = deep && [
    ...deep.damaged,
    ...(await damagedStates(
      name,
      [...states.keys()].filter((id) => !removed.has(id)),
    )),
    ...(await missingFiles(
      collection,
      deep.withFile.filter((id) => ids.has(id) && !filed.has(id)),
    )),
  ]
  const left = [...files, ...notified].map(({ key }) => idOf(key))
  return {
    damaged: damaged ?? [],
    unclaimed: deep?.unclaimed ?? [],
    lost,
    wrong: wrong.filter((id) => !hinted.has(id)),
    leftovers: [
      ...new Set([
        ...leftovers,
        ...begun.filter((_, index) => current[index]?.isRemoved).map(({ id }) => id),
        ...left.filter((id) => removed.has(id)),
      ]),
    ],
    orphans: files
      .map(({ key }) => idOf(key))
      .filter((id) => !ids.has(id) && !removed.has(id) && ageOf(id) > ORPHAN_AFTER_MS),
    heldTooLong: rows.filter(isTooLong).map(({ id }) => id),
  }
}

function orLost(error: unknown): LostChunk {
  if (error instanceof LostChunk) return error
  throw error
}

/** The parts of a collection. The first is the open one, without chunks. */
export async function partsOf({ name }: Collection): Promise<Part[]> {
  const tiles = (await readManifest(name))?.tiles ?? []
  const open: Tile = { from: '', chunks: null }
  return [open, ...tiles].map((tile, index, all) => ({ tile, span: spanOf(all, index) }))
}
