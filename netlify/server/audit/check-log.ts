import pMap from 'p-map'
import { DAY_MS, sharedNow } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { getProven } from '#server/storage/sentinel.ts'
import { hashOf, headIn, HEADS, isExpired, LOG, LOG_DAYS } from './entry.ts'
import type { Entry, Head, Link } from './entry.ts'
import { entryAt, logKeysAfter } from './log.ts'

/**
 * Walks the log from the newest entry to the oldest, and follows each chain from its head. The walk
 * is made in portions; what each chain expects next is handed from one to the next. What the store
 * lacks is asked for once more, since one wrong answer must accuse nobody.
 */

export const CHANGED = 'log entries that are not as they were written'
export const MISSING = 'log entries that are missing'
export const INSERTED = 'log entries that no chain knows'

/**
 * The entry that each chain expects next; null after its first one. After a fault, 'any': nobody
 * knows what the faulty entry said of the one before.
 */
type Expected = Record<string, Link | 'any' | null>
export type LogWalk = { after: string; expected: Expected }
type LogFinding = { what: string; keys: string[] }

const READ_AT_ONCE = 64
const ENTRIES_A_PORTION = 100

/** Checks a portion; `walk` is undefined at first, then `next` of the portion before. */
export async function checkLog(walk?: LogWalk) {
  const keys = await logKeysAfter(walk?.after ?? '', ENTRIES_A_PORTION)
  // The heads are read after the keys, so that none is older than an entry in sight.
  const expected = walk?.expected ?? (await headsOf())
  const found = new Map<string, Set<string>>()
  const tell = (what: string, key: string) =>
    found.set(what, new Set([...(found.get(what) ?? []), key]))
  const read = await pMap(keys, entryAt, { concurrency: READ_AT_ONCE })
  for (const [index, key] of keys.entries()) {
    const entry = read[index]
    if (entry === null) tell(CHANGED, key)
    // One that went since the listing is missing if its chain expects it.
    else if (entry) await follow(expected, key, entry, tell)
  }
  const isEnd = keys.length < ENTRIES_A_PORTION
  if (isEnd) for (const chain of Object.keys(expected)) await skipTo(expected, chain, '~', tell)
  const next: LogWalk | null = isEnd
    ? null
    : { after: (keys.at(-1) ?? '').slice(LOG.length), expected }
  return { findings: findingsOf(found), next }
}

type Tell = (what: string, key: string) => unknown

const findingsOf = (found: Map<string, Set<string>>): LogFinding[] =>
  [...found].map(([what, keys]) => ({ what, keys: [...keys] }))

async function readHeads(): Promise<Head[]> {
  const found = await Promise.all((await kv.list(HEADS)).map(getProven))
  return found.flatMap((one) => headIn(one?.value) ?? [])
}

async function headsOf(): Promise<Expected> {
  const heads = await readHeads()
  return Object.fromEntries(
    heads.map(({ key, entry }) => [entry.chain, { key, hash: hashOf(key, entry) }]),
  )
}

/** Compares an entry with what its chain expects. */
async function follow(expected: Expected, key: string, entry: Entry, tell: Tell) {
  const { chain } = entry
  if (expected[chain] === undefined) expected[chain] = (await headsOf())[chain] ?? null
  await skipTo(expected, chain, key, tell)
  const link = expected[chain]
  const isNext = link === 'any' || link?.key === key
  const isSame = link === 'any' || link?.hash === hashOf(key, entry)
  if (!isNext) tell(INSERTED, key)
  else if (!isSame) tell(CHANGED, key)
  if (isNext) expected[chain] = isSame ? entry.before : 'any'
}

/** Goes along a chain to this key: expected entries on the way were not listed. */
async function skipTo(expected: Expected, chain: string, key: string, tell: Tell) {
  for (;;) {
    const link = expected[chain]
    if (!link || link === 'any' || link.key >= key || !isYoung(link)) return
    // Written after the listing, or missing in it.
    const entry = await entryAt(link.key)
    const isSame = entry && hashOf(link.key, entry) === link.hash
    if (!isSame) tell(entry === undefined ? MISSING : CHANGED, link.key)
    expected[chain] = isSame ? entry.before : 'any'
  }
}

/** Older ones may have been removed, in any order. */
const isYoung = ({ key }: Link) =>
  sharedNow() - createdAtOf(key.slice(LOG.length)) < (LOG_DAYS - 1) * DAY_MS

/** Writes the newest entry of each chain where a crash has left it in the head alone. */
export async function completeLog(): Promise<void> {
  for (const { key, entry } of await readHeads()) {
    if (!isExpired(key) && !(await kv.get(key))) await kv.create(key, entry)
  }
}

/** Empties the heads of expired entries, which have names. Nothing links to these entries any more. */
export async function emptyExpiredHeads(): Promise<void> {
  for (const place of await kv.list(HEADS)) {
    const found = await kv.get(place)
    const head = headIn(found?.value)
    if (found && head && isExpired(head.key)) await kv.replace(place, {}, found.etag)
  }
}

/**
 * Gives a restored chain a head again: the first of its entries that comes. A backup has the newest
 * entries first.
 */
export async function restoreHeads(entries: readonly Head[]): Promise<void> {
  const known = await headsOf()
  if (entries.some(({ entry }) => !known[entry.chain])) Object.assign(known, await headsOf())
  for (const head of entries) {
    const { chain } = head.entry
    if (!known[chain]) await kv.create(HEADS + chain, head)
    known[chain] ??= 'any'
  }
}
