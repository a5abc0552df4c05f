import pMap from 'p-map'
import type { Collection } from '#server/collections/collection.ts'
import { idOf, recordKey } from '#server/collections/keys.ts'
import { checkTile, tilesToCheck } from './check-tile.ts'
import { hint } from '#server/collections/rows/hints.ts'
import type { Tile } from '#server/collections/rows/manifest.ts'
import { mendTile } from './mend-tile.ts'
import { allRows, LostChunk } from '#server/collections/rows/tile-segment.ts'
import { entriesIn, type Span } from '#server/collections/spans.ts'
import { readRecord } from '#server/collections/truth.ts'
import * as kv from '#server/storage/kv.ts'
import { withBudget } from '#server/storage/budget.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { claimsOf } from './claims.ts'
import { keysBehind } from './walk-keys.ts'

/** What was found, in words, and the keys where it was found. */
export type Finding = { what: string; keys: string[] }

/** What nothing here can mend. */
export const DAMAGED = 'damaged: to be restored from a backup'

const RECORDS_AT_ONCE = 32
const HINTS_AT_ONCE = 16
/** Records without a tile that one piece looks at. */
const MOST_RECORDS = 1_000
const ALL: Span = { from: '', to: '~' }

/**
 * Checks the records from the id `begin` on: those of its tile, or as many of those that no tile has
 * as a request can look at. `next` is where the following ones begin; null at the end.
 */
export async function checkSpan(collection: Collection, begin: string, fix: boolean) {
  const { tile, span, next } = await withBudget(() => pieceAt(collection, begin))
  const entries = await withBudget(() => entriesIn(recordKey(collection.name, ''), span))
  const submissions = new Map<string, string>()
  const [damaged, unclaimed]: [string[], string[]] = [[], []]
  await pMap(
    entries,
    ({ key }) =>
      withBudget(async () => {
        const record = await readRecord(key)
        if (!record) return void damaged.push(key)
        submissions.set(idOf(key), JSON.stringify(record.submission))
        const claims = await claimsOf(record, collection)
        const standing = await Promise.all(claims.map(({ hash }) => kv.get(`claim/${hash}`)))
        // Where another attempt has completed the record, that attempt's claim was never made.
        const isUnclaimed = standing.every((one) => one === null) || standing.at(-1) === null
        const lost = isUnclaimed ? claims.filter((_, i) => standing[i] === null) : []
        if (lost.length > 0) unclaimed.push(key)
        if (fix) for (const { hash, claim } of lost) await makeClaim(hash, claim)
      }),
    { concurrency: RECORDS_AT_ONCE },
  )
  const rows = await checkRows(collection, tile, span, submissions)
  if (fix) {
    await pMap(rows.wrong, (id) => hint(collection.name, id, 'record'), {
      concurrency: HINTS_AT_ONCE,
    })
    await withBudget(() => mendTile(collection, span, tile))
  }
  const findings = found({
    [DAMAGED]: damaged,
    'without the claim that makes a retry find it': unclaimed,
    'removed, but not erased yet': rows.leftovers,
    'without a record': rows.orphans,
    'whose row is not as the record is': [...new Set([...rows.lost, ...rows.wrong])],
  })
  return { findings, next }
}

async function checkRows(
  collection: Collection,
  tile: Tile,
  span: Span,
  submissions: ReadonlyMap<string, string>,
) {
  const none: string[] = []
  try {
    const faults = await withBudget(() => checkTile(collection, span, tile))
    const rows = tile.chunks ? await allRows(collection, tile.chunks) : []
    const differ = rows
      // Rows without a record are among the faults, unless a hint says why.
      .filter(({ id }) => submissions.has(id))
      .filter(({ id, submission }) => submissions.get(id) !== JSON.stringify(submission))
      .map(({ id }) => id)
    return { ...faults, wrong: [...new Set([...faults.wrong, ...differ])], lost: none }
  } catch (error) {
    if (!(error instanceof LostChunk)) throw error
    return { wrong: none, leftovers: none, orphans: none, lost: [error.message] }
  }
}

/** The tile in which an id lies; of one without chunks as many of its ids as a piece can look at. */
async function pieceAt(collection: Collection, begin: string) {
  const tiles = await tilesToCheck(collection)
  const place = tiles.findLastIndex(({ span }) => span.from <= begin)
  const { tile, span } = tiles[place] ?? { tile: { from: '', chunks: null }, span: ALL }
  const behind = tiles[place + 1] ? span.to : null
  if (tile.chunks) return { tile, span, next: behind }
  const root = recordKey(collection.name, '')
  let ids = 0
  for await (const keys of keysBehind(root, root + begin)) {
    ids += keys.length
    const last = idOf(keys.at(-1) ?? '')
    if (last >= span.to) break
    // The next piece begins right behind this id.
    if (ids >= MOST_RECORDS) {
      const to = `${last}~`
      return { tile, span: { from: begin, to }, next: to }
    }
  }
  return { tile, span: { from: begin, to: span.to }, next: behind }
}

/** Findings without a key are none. */
export const found = (all: Record<string, readonly string[]>): Finding[] =>
  Object.entries(all).flatMap(([what, keys]) =>
    keys.length > 0 ? [{ what, keys: [...keys] }] : [],
  )
