import pMap from 'p-map'
import { CHANGED, checkLog, completeLog, INSERTED, MISSING } from '#server/audit/check-log.ts'
import type { LogWalk } from '#server/audit/check-log.ts'
import {
  type Collection,
  type StoredRecord,
  everyCollection,
} from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { fileKey, idOf, notifyKey, recordKey } from '#server/collections/keys.ts'
import { listSpan, entriesIn, newestIn, OLDEST, type Span } from '#server/collections/spans.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { readManifest, spanOf, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows, LostChunk } from '#server/collections/rows/chunk.ts'
import { readRecord } from '#server/collections/current.ts'
import { withBudget } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { claimOfAnswer } from '#server/submissions/unique-answer.ts'
import { heldTooLong, mend, sweepChunks, type Faults, type OwnClaim } from './mend.ts'

/** Compares derived data with the records, tile by tile; mend.ts mends the faults. */

export type Part = { tile: Tile; span: Span }

const DAY_MS = 24 * 60 * 60 * 1_000
/** A file is written before its record, so a young file may still get one. */
const ORPHAN_AFTER_MS = DAY_MS
const RECORDS_AT_ONCE = 32
const ALL: Span = { from: '', to: OLDEST }

const ageOf = (id: string) => Date.now() - createdAtOf(id)

/** Compares the keys of a part with its rows; with `isDeep` it reads the records too. */
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
  const hinted = new Set(((await readHints(name)) ?? []).map(({ id }) => id))
  const left = [...files, ...notified].map(({ key }) => idOf(key))
  return {
    damaged,
    unclaimed,
    lost,
    wrong: wrong.filter((id) => !hinted.has(id)),
    leftovers: [...new Set([...leftovers, ...left.filter((id) => removed.has(id))])],
    orphans: files
      .map(({ key }) => idOf(key))
      .filter((id) => !ids.has(id) && !removed.has(id) && ageOf(id) > ORPHAN_AFTER_MS),
    unreleased: rows.filter(isTooLong).map(({ id }) => id),
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

/** The claims of a record: its attempt's, and that of its unique answer unless it came held. */
export async function claimsOf(
  { submission, attempt, digest }: StoredRecord,
  { form, name }: Collection,
): Promise<OwnClaim[]> {
  const { id, signals = [] } = submission
  const claim = { id, name, attempt, digest, signals }
  const own = { key: { hash: attempt, name }, claim }
  if (!form.unique || signals.length > 0) return [own]
  return [own, { key: await claimOfAnswer(name, submission[form.unique]), claim }]
}

/** The parts of a collection. The first is the open one, without chunks. */
export async function partsOf({ name }: Collection): Promise<Part[]> {
  const tiles = (await readManifest(name))?.tiles ?? []
  const open: Tile = { from: '', chunks: null }
  return [open, ...tiles].map((tile, index, all) => ({ tile, span: spanOf(all, index) }))
}

export type Finding = { what: string; keys: string[] }
/** What a piece of the check found, and where the next one begins; null at the end. */
export type CheckPortion = { findings: Finding[]; next: string | null }

export const DAMAGED = 'damaged: to be restored from a backup'
/** Findings that `--fix` can't mend. */
export const LASTING: readonly string[] = [DAMAGED, CHANGED, MISSING, INSERTED]
/** Sorts after the names of collections. */
const LOG_PIECE = '~log '

const findingsOf = (faults: Faults): Finding[] =>
  Object.entries({
    [DAMAGED]: faults.damaged,
    'without the claim that makes a retry find it': faults.unclaimed.map(({ key }) => key),
    'removed, but not erased yet': faults.leftovers,
    'without a record': faults.orphans,
    'held for longer than the policy says': faults.unreleased,
    'whose row is not as the record is': [...faults.lost, ...faults.wrong],
  }).flatMap(([what, keys]) => (keys.length > 0 ? [{ what, keys }] : []))

const FOLDING_MS = 3_500
/** The last piece of a collection's check. */
const FOLD = 'fold'

/**
 * Checks one piece of the whole store, small enough for a request. It begins at `from`: '' at
 * first, then the last piece's `next`. With `fix` it rebuilds derived data from the records and
 * sweeps leftovers; it never changes records.
 */
export async function checkPortion(fix: boolean, from: string): Promise<CheckPortion> {
  if (from.startsWith(LOG_PIECE)) return checkLogPiece(fix, from.slice(LOG_PIECE.length))
  const [name = '', at = ''] = from.split('/')
  const collections = await everyCollection()
  const index = collections.findIndex((one) => one.name >= name)
  const collection = collections[index]
  if (!collection) return { findings: [], next: LOG_PIECE }
  const following = collections[index + 1]
  const nextCollection = following ? `${following.name}/` : LOG_PIECE
  // If the collection is gone by now, the next one is checked from its start.
  const begin = collection.name === name ? at : ''
  if (begin === FOLD) {
    const isDone = await withBudget(() => fold(collection, FOLDING_MS))
    if (!isDone) return { findings: [], next: from }
    await withBudget(() => sweepChunks(collection))
    return { findings: [], next: nextCollection }
  }
  const { part, next } = await withBudget(async () =>
    partAt(collection, begin, await partsOf(collection)),
  )
  const faults = await withBudget(() => checkTile(collection, part, { isDeep: true }))
  if (fix) await withBudget(() => mend(collection, faults))
  const end = fix ? `${collection.name}/${FOLD}` : nextCollection
  return {
    findings: findingsOf(faults),
    next: next === null ? end : `${collection.name}/${next}`,
  }
}

/** The log is checked last; what its walk expects is handed along. */
async function checkLogPiece(fix: boolean, walk: string): Promise<CheckPortion> {
  if (fix && walk === '') await withBudget(completeLog)
  // We wrote it at the end of the last piece.
  const at = walk === '' ? undefined : (JSON.parse(walk) as LogWalk)
  const { findings, next } = await withBudget(() => checkLog(at))
  return { findings, next: next && LOG_PIECE + JSON.stringify(next) }
}

/** The part that holds an id. From a part without chunks, as many ids as one listing returns. */
async function partAt({ name }: Collection, begin: string, parts: readonly Part[]) {
  const index = parts.findLastIndex(({ span }) => span.from <= begin)
  const part = parts[index] ?? { tile: { from: '', chunks: null }, span: ALL }
  const next = parts[index + 1] ? part.span.to : null
  if (part.tile.chunks) return { part, next }
  const left = { from: begin, to: part.span.to }
  const { to } = await newestIn(recordKey(name, ''), left)
  return { part: { tile: part.tile, span: { from: begin, to } }, next: to < left.to ? to : next }
}

type Asking = {
  fix: boolean
  /** Checks a piece here, or asks a site to. */
  check?: typeof checkPortion
  onPiece?: (next: string | null) => void
}

/** Checks the whole store piece by piece, and returns all findings. */
export async function checkStore({ fix, check = checkPortion, onPiece }: Asking) {
  const found = new Map<string, Set<string>>()
  for (let from: string | null = ''; from !== null;) {
    const { findings, next }: CheckPortion = await check(fix, from)
    for (const { what, keys } of findings) {
      found.set(what, new Set([...(found.get(what) ?? []), ...keys]))
    }
    onPiece?.(next)
    from = next
  }
  return [...found].map(([what, keys]): Finding => ({ what, keys: [...keys] }))
}
