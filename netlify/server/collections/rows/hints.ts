import { randomBytes } from 'node:crypto'
import pMap from 'p-map'
import * as kv from '#server/storage/kv.ts'
import { listProven, requireTruth } from '#server/storage/sentinel.ts'
import { goneKey, hintKey, idOf, stateKey } from '../keys.ts'
import { entriesIn } from '../spans.ts'
import type { Truth } from '../current.ts'
import { coverableFrom, forgetManifest, newestId } from './manifest.ts'

/**
 * A hint says "look at this record again". It is written before each change of a record, so that no
 * reader trusts an older row. Once what it awaits is there, it has landed, and only then may it go.
 */
export type Hint = { key: string; id: string; awaits: Change; at: number }

/** A removal, the record, or this revision of its state. */
type Change = 'removal' | 'record' | number

/** A change that has not come by then never does. */
const DROPPED_AFTER_MS = 60 * 60 * 1_000

const HINTS_AT_ONCE = 16

export async function hint(name: string, id: string, awaits: Change): Promise<void> {
  const own = randomBytes(6).toString('hex')
  await kv.create(hintKey(name, [id, awaits, Date.now(), own].join('.')), null)
}

/** All hints; null where some may have been lost: then the caller begins again. */
export async function readHints(name: string): Promise<Hint[] | null> {
  const keys = await listProven(hintKey(name, ''), () => makeAnew(name))
  return keys?.map(parsed) ?? null
}

/** Lets all rows be made anew, and hints at what was done with records that are in none yet. */
export async function makeAnew(name: string): Promise<void> {
  const open = { from: newestId(), to: coverableFrom() }
  const roots = [goneKey(name, ''), stateKey(name, '')]
  const changed = await Promise.all(roots.map((root) => entriesIn(root, open)))
  await pMap(changed.flat(), ({ key }) => hint(name, idOf(key), 'record'), {
    concurrency: HINTS_AT_ONCE,
  })
  await forgetManifest(name)
}

export const requireStore = (name: string): Promise<void> => requireTruth(hintKey(name, ''))

function parsed(key: string): Hint {
  const [id = '', awaits = '', at] = key.slice(key.lastIndexOf('/') + 1).split('.')
  const change = awaits === 'removal' || awaits === 'record' ? awaits : Number(awaits)
  return { key, id, awaits: change, at: Number(at) }
}

/** Whether a hint has done what it was for, as far as its record was looked at. */
export function isDone({ id, awaits, at }: Hint, looked: ReadonlyMap<string, Truth>): boolean {
  const truth = looked.get(id)
  if (!truth) return false
  const hasLanded =
    truth.isRemoved ||
    (awaits === 'record' && truth.record !== null) ||
    (typeof awaits === 'number' && truth.state.revision >= awaits)
  return hasLanded || Date.now() - at > DROPPED_AFTER_MS
}
