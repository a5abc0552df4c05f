import pMap, { pMapSkip } from 'p-map'
import { NO_FILE } from '#forms/resume.ts'
import type { Collection } from '#server/collections/collection.ts'
import { fileKey, idOf, notifyKey, recordKey, stateKey } from '#server/collections/keys.ts'
import { isDamagedState, readState, readCurrent, readRecord } from '#server/collections/current.ts'
import { entriesIn, isWithin, listSpan, type Span } from '#server/collections/spans.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { readManifest, spanOf, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows, LostChunk } from '#server/collections/rows/chunk.ts'
import { sharedNow, DAY_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { pauseBudget, withBudget } from '#server/storage/request-context.ts'
import { findClaim } from '#server/submissions/claim.ts'
import { claimsOf } from '#server/submissions/unique-answer.ts'
import { heldTooLong, type Faults } from './mend.ts'

/** Compares the derived data of one part of a list with its records. */

/** A tile and its span, or a span within it. */
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
  const [all, lost] = read instanceof LostChunk ? [[], [...read.chunks]] : [read, []]
  const rows = all.filter(({ id }) => isWithin(span, id))
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

const READS_AT_ONCE = 32

/** Reads all of these by key, which only a deep check does, each with a budget of its own. */
const readAll = <One, Found>(
  all: readonly One[],
  read: (one: One) => Promise<Found | typeof pMapSkip>,
) =>
  pauseBudget(() => pMap(all, (one) => withBudget(() => read(one)), { concurrency: READS_AT_ONCE }))

/** The records of a span, and which of them lack a claim; a damaged claim finds nothing. */
async function readRecords(collection: Collection, span: Span) {
  const texts = new Map<string, string>()
  const damaged: string[] = []
  const unclaimed: Faults['unclaimed'] = []
  /** The ids of records that name a file which was kept. */
  const withFile: string[] = []
  const entries = await withBudget(() => entriesIn(recordKey(collection.name, ''), span))
  await readAll(entries, async ({ key }) => {
    const record = await readRecord(key)
    if (!record) return void damaged.push(key)
    const { signals = [], resumeFileName } = record.submission
    texts.set(idOf(key), JSON.stringify(record.submission))
    if (resumeFileName !== undefined && !signals.includes(NO_FILE)) withFile.push(idOf(key))
    const claims = await claimsOf(record, collection)
    const found = await Promise.all(claims.map((one) => findClaim(one.key)))
    const missing = claims.filter((_, i) => found[i] === null)
    if (missing.length > 0) unclaimed.push({ key, claims: missing })
  })
  return { texts, damaged, unclaimed, withFile }
}

/** The keys of those of these states that are damaged. */
const damagedStates = (name: string, ids: readonly string[]): Promise<string[]> =>
  readAll(ids, async (id) =>
    isDamagedState(await readState(name, id)) ? stateKey(name, id) : pMapSkip,
  )

/** The keys of the files that are missing, of records whose file no listing has. */
const missingFiles = (collection: Collection, ids: readonly string[]): Promise<string[]> =>
  readAll(ids, async (id) => {
    const key = fileKey(collection.name, id)
    if (await kv.getFile(key)) return pMapSkip
    // Read last: a removal marks the record before it erases the file.
    const { record, isRemoved } = await readCurrent(collection, id)
    return record && !isRemoved ? key : pMapSkip
  })
