import { randomBytes } from 'node:crypto'
import pMap from 'p-map'
import { sharedNow, HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { listOrBegin, requireTruth } from '#server/storage/sentinel.ts'
import type { Collection } from '../collection.ts'
import { goneKey, hintKey, idOf, stateKey } from '../keys.ts'
import { readCurrentProven, rowOf, type Current } from '../current.ts'
import { readSome } from './recent.ts'
import type { Changes } from '../row.ts'
import { entriesIn, isWithin, type Span } from '../spans.ts'
import { newestTiled, forgetManifest, openFrom } from './manifest.ts'

/**
 * A hint says "read this record again". It is written before each change of a record, so that no
 * reader trusts an older row. A change has landed once it is in the store; only then its hint is
 * removed.
 */
export type Hint = { key: string; id: string; awaits: Change; at: number }

type Change = 'removal' | 'record' | number

/** A change that has not landed by then never will. */
const DROPPED_AFTER_MS = HOUR_MS

const HINTS_AT_ONCE = 16

export async function hint(name: string, id: string, awaits: Change): Promise<void> {
  const own = randomBytes(6).toString('hex')
  await kv.create(hintKey(name, [id, awaits, sharedNow(), own].join('.')), null)
}

/**
 * All hints. The listing must show the key that always exists below them, or it is an outage. If that
 * was never made, hints may be lost: the rows are rebuilt, and null lets the caller begin again.
 */
export async function readHints(name: string): Promise<Hint[] | null> {
  const keys = await listOrBegin(hintKey(name, ''), () => rebuild(name))
  return keys?.map(parsed) ?? null
}

/** Lets all rows be rebuilt, and writes hints for changed records of the open part. */
export async function rebuild(name: string): Promise<void> {
  const open = { from: openFrom(), to: newestTiled() }
  const hintEach = async (root: string, awaits: Change) =>
    pMap(await entriesIn(root, open), ({ key }) => hint(name, idOf(key), awaits), {
      concurrency: HINTS_AT_ONCE,
    })
  await Promise.all([
    hintEach(goneKey(name, ''), 'removal'),
    hintEach(stateKey(name, ''), 'record'),
  ])
  await forgetManifest(name)
}

export const requireStore = (name: string): Promise<void> => requireTruth(hintKey(name, ''))

function parsed(key: string): Hint {
  const [id = '', awaits = '', at] = key.slice(key.lastIndexOf('/') + 1).split('.')
  const change = awaits === 'removal' || awaits === 'record' ? awaits : Number(awaits)
  return { key, id, awaits: change, at: Number(at) }
}

/** Reads hinted records as they are now, while `mayRead`; those it `skipped` keep their hint. */
export function hintedRecords(
  collection: Collection,
  hints: readonly Hint[],
  mayRead: () => boolean,
  readOne = readCurrentProven,
) {
  const ids = [...new Set(hints.map(({ id }) => id))].sort()
  const current = new Map<string, Current>()
  const skipped = new Set<string>()
  const idsIn = (span: Span) => ids.filter((id) => isWithin(span, id))
  const read = (span: Span) => readEach(idsIn(span))
  async function readEach(some: readonly string[]): Promise<Changes> {
    const { found, left } = await readSome(some, mayRead, (id) => readOne(collection, id))
    for (const id of left) skipped.add(id)
    for (const [id, one] of found) current.set(id, one)
    return new Map(found.map(([id, one]) => [id, rowOf(one)]))
  }
  /** Records and states of the span that listings should show, and do not. */
  function unlistedIn(span: Span, keys: readonly string[], states: ReadonlyMap<string, unknown>) {
    const own = hints.filter(({ id }) => isWithin(span, id))
    const removed = new Set(own.flatMap(({ id, awaits }) => (awaits === 'removal' ? id : [])))
    const listed = new Set(keys.map(idOf))
    const lacks = ({ id, awaits }: Hint) =>
      !removed.has(id) && !(listed.has(id) && (awaits === 'record' || states.has(id)))
    return [...new Set(own.filter(lacks).map(({ id }) => id))]
  }
  return { current, skipped, idsIn, unlistedIn, read, readEach }
}

/** True once the change is in the record as it was read, or will never come. */
export function isDone({ id, awaits, at }: Hint, current: ReadonlyMap<string, Current>): boolean {
  const one = current.get(id)
  if (!one) return false
  const hasLanded =
    one.isRemoved ||
    (awaits === 'record' && one.record !== null) ||
    (typeof awaits === 'number' && one.state.revision >= awaits)
  return hasLanded || sharedNow() - at > DROPPED_AFTER_MS
}
