import pMap from 'p-map'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { fileKey, idOf, notifyKey, recordKey } from '#server/collections/keys.ts'
import { listSpan, entriesIn, type Span } from '#server/collections/spans.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { readManifest, spanOf, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows, LostChunk } from '#server/collections/rows/chunk.ts'
import { readCurrent, readRecord } from '#server/collections/current.ts'
import { isHeldRow, readState } from '#server/collections/row.ts'
import { DAY_MS } from '#server/storage/durations.ts'
import { withBudget } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { keyOfAnswer } from '#server/submissions/unique-answer.ts'
import { heldTooLong, type Faults, type OwnClaim } from './mend.ts'

/** Compares the derived data of one part of a list with its records. */

export type Part = { tile: Tile; span: Span }

/** A file is written before its record, so a young file may still get one. */
const ORPHAN_AFTER_MS = DAY_MS
const RECORDS_AT_ONCE = 32

const ageOf = (id: string) => Date.now() - createdAtOf(id)

/** Finds wrong rows, leftovers, orphans and overdue held records; `isDeep` reads all records. */
export async function checkTile(
  collection: Collection,
  { tile, span }: Part,
  { isDeep = false } = {},
): Promise<Faults> {
  const { name } = collection
  const deep = isDeep ? await readRecords(collection, span) : undefined
  const { damaged = [], unclaimed = [] } = deep ?? {}
  const read = tile.chunks ? await allRows(collection, tile.chunks).catch(lostChunk) : []
  const [rows, lost] = typeof read === 'string' ? [[], [read]] : [read, []]
  const [{ keys, states, removed, leftovers }, files, notified] = await Promise.all([
    listSpan(collection, span),
    entriesIn(fileKey(name, ''), span),
    entriesIn(notifyKey(name, ''), span),
  ])
  const ids = new Set(keys.map(idOf))
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
  const left = [...files, ...notified].map(({ key }) => idOf(key))
  return {
    damaged,
    unclaimed,
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

function lostChunk(error: unknown): string {
  if (error instanceof LostChunk) return error.message
  throw error
}

/** The records of a span, and what is missing beside them. */
async function readRecords(collection: Collection, span: Span) {
  const texts = new Map<string, string>()
  const damaged: string[] = []
  const unclaimed: Faults['unclaimed'] = []
  const entries = await withBudget(() => entriesIn(recordKey(collection.name, ''), span))
  await pMap(
    entries,
    ({ key }) =>
      withBudget(async () => {
        const record = await readRecord(key)
        if (!record) return void damaged.push(key)
        texts.set(idOf(key), JSON.stringify(record.submission))
        const claims = await claimsOf(record, collection)
        const found = await Promise.all(claims.map(({ key }) => kv.get(`claim/${key.hash}`)))
        const missing = claims.filter((_, i) => found[i] === null)
        if (missing.length > 0) unclaimed.push({ key, claims: missing })
      }),
    { concurrency: RECORDS_AT_ONCE },
  )
  return { texts, damaged, unclaimed }
}

/** The claims of a record: its attempt's, and its unique answer's unless it came held and still is. */
export async function claimsOf(
  { submission, attempt, digest }: StoredRecord,
  { form, name }: Collection,
): Promise<OwnClaim[]> {
  const { id, signals = [] } = submission
  const claim = { id, name, attempt, digest, signals }
  const own = { key: { hash: attempt, name }, claim }
  if (!form.unique) return [own]
  const isHeld = async () => isHeldRow({ id, submission, ...(await readState(name, id)) })
  if (signals.length > 0 && (await isHeld())) return [own]
  return [own, { key: await keyOfAnswer(name, submission[form.unique]), claim }]
}

/** The parts of a collection. The first is the open one, without chunks. */
export async function partsOf({ name }: Collection): Promise<Part[]> {
  const tiles = (await readManifest(name))?.tiles ?? []
  const open: Tile = { from: '', chunks: null }
  return [open, ...tiles].map((tile, index, all) => ({ tile, span: spanOf(all, index) }))
}
