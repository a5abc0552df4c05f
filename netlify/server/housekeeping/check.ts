import { CHANGED, checkLog, completeLog, INSERTED, MISSING } from '#server/audit/check-log.ts'
import type { LogWalk } from '#server/audit/check-log.ts'
import { type Collection, everyCollection } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { idOf, recordKey } from '#server/collections/keys.ts'
import { newestIn, OLDEST, type Span } from '#server/collections/spans.ts'
import { withBudget } from '#server/storage/request-context.ts'
import { checkTile, partsOf, type Part } from './check-tile.ts'
import { mend, sweepChunks, type Faults } from './mend.ts'

/** The check of the whole store, piece by piece: each list, then the log. mend.ts mends the faults. */

const ALL: Span = { from: '', to: OLDEST }

export type Finding = { what: string; keys: string[] }
/** What a piece of the check found, and where the next one begins; null at the end. */
export type CheckPortion = { findings: Finding[]; next: string | null }

const DAMAGED = 'damaged: to be restored from a backup'
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
    'held for longer than the policy says': faults.heldTooLong,
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

/**
 * Limits of a piece, and of the pages of keys that are listed to find one: at 50 ms a request its
 * reads take some 10 s. A request has 60 s (Netlify).
 */
const MOST_RECORDS = 1_000
const MOST_PAGES = 8

/** A piece of the part that holds an id, from this id on. */
async function partAt({ name }: Collection, begin: string, parts: readonly Part[]) {
  const index = parts.findLastIndex(({ span }) => span.from <= begin)
  const part = parts[index] ?? { tile: { from: '', chunks: null }, span: ALL }
  const next = parts[index + 1] ? part.span.to : null
  const left = { from: begin, to: part.span.to }
  let pages = 0
  const isMore = (found: number) => found <= MOST_RECORDS && ++pages < MOST_PAGES
  const listed = await newestIn(recordKey(name, ''), left, isMore)
  const following = listed.entries[MOST_RECORDS]
  const to = following ? idOf(following.key) : listed.to
  return { part: { ...part, span: { from: begin, to } }, next: to < left.to ? to : next }
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
