import { randomUUID } from 'node:crypto'
import { StorageDown, untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from './collection.ts'
import {
  read,
  readCurrent,
  readProven,
  isDamagedState,
  readGone,
  readMatching,
  readState,
  writeState,
} from './current.ts'
import type { Row, State } from './row.ts'
import { DUE, erasedKeys, goneKey, stateKey } from './keys.ts'
import { hint, requireStore } from './rows/hints.ts'

/**
 * Changes the state of a record. A removal is such a change too: it sets a mark in the state, and then
 * erases the keys of the record (keys.ts).
 */

/** Asks for a run of housekeeping: rows hold answers too, and a crash may leave keys. */
const tidyNext = () => kv.put(DUE, { at: 0 })

/**
 * Changes a record's state and returns its row, or null. `change` may be called several times, each
 * time right before its write. `awaits` is what the hint waits for: this change, or the removal.
 */
export function changeState(
  collection: Collection,
  id: string,
  change: (row: Row) => Partial<State> | Promise<Partial<State>>,
  awaits?: 'removal',
): Promise<Row | null> {
  let readAt: string | undefined
  return untilWon(async () => {
    const row = await (readAt === undefined ? read : readProven)(collection, id)
    if (!row) return null
    // One wrong answer of the store would pass for a change that is done, or that can't be: two reads
    // must agree.
    const isAgreed = readAt === row.etag
    readAt = row.etag
    const changed = await Promise.resolve(change(row)).catch((error: unknown) => {
      if (isAgreed || error instanceof StorageDown) throw error
    })
    if (!changed) return undefined
    const state = { ...row.state, ...changed }
    if (JSON.stringify(state) === JSON.stringify(row.state)) return isAgreed ? row : undefined
    state.revision = row.state.revision + 1
    await hint(collection.name, id, awaits ?? state.revision)
    // After the hint: a run that comes for it finds it.
    if (awaits === 'removal') await tidyNext()
    // False if somebody has changed the state since it was read.
    if (!(await writeState(collection.name, id, state, row))) return undefined
    // If this was the first state, a removal may have erased the record before it.
    const mayBeLate = row.etag === '' && awaits !== 'removal'
    if (!mayBeLate || !(await readGone(collection.name, id))) return { ...row, state }
    await kv.remove(stateKey(collection.name, id))
    return null
  })
}

/**
 * False if no such record matches, or somebody else removed it first. It is marked in its state by
 * compare-and-set, and counts as removed from then on. A record that is released meanwhile stays.
 */
export async function remove(
  collection: Collection,
  id: string,
  matches: (row: Row) => boolean = () => true,
): Promise<boolean> {
  if (!(await readMatching(collection, id, matches))) return false
  const removal = randomUUID()
  const marked = await changeState(
    collection,
    id,
    (now) => (matches(now) ? { removal } : {}),
    'removal',
  )
  if (marked?.state.removal !== removal) return false
  try {
    const isOwn = await finishRemoval(collection, id, { removal })
    // A run that began before this may have kept rows with it, so there is another.
    await tidyNext()
    return isOwn
  } catch {
    // Housekeeping does the rest.
    return true
  }
}

/** The mark of a removal. `isGivenUp`: nobody removed the record; its file came, and it never did. */
type Removal = Pick<State, 'removal' | 'isGivenUp'>

/** Does what follows the mark. False if the removal of somebody else came first. */
export async function finishRemoval(
  { name }: Collection,
  id: string,
  by: Removal,
): Promise<boolean> {
  const { removal, isGivenUp } = by
  const gone = { at: Date.now(), removal, ...(isGivenUp && { isGivenUp }) }
  const found = await kv.create(goneKey(name, id), gone)
  await Promise.all(erasedKeys(name, id).map(kv.remove))
  return found === 'created' || (found.value as Removal | null)?.removal === removal
}

/**
 * Gives up an id that has a file but no record. It is marked first: a request that adds the record
 * later takes the mark away, and the removal is a compare-and-set on the marked state.
 */
export async function eraseNeverCome(collection: Collection, id: string): Promise<void> {
  const { name } = collection
  const before = await readState(name, id)
  // Its record may be lost too, and a restore brings both back.
  if (isDamagedState(before)) return
  if (!before.state.isGivenUp)
    await writeState(name, id, { ...before.state, isGivenUp: true }, before)
  const current = await readCurrent(collection, id)
  if (!current.isRemoved) {
    const { record, state } = current
    if (record || !state.isGivenUp) return
    await requireStore(name)
    await hint(name, id, 'removal')
    const removed = { ...state, removal: randomUUID(), revision: state.revision + 1 }
    if (!(await writeState(name, id, removed, current))) return
  }
  await eraseRemoved(collection, id)
}

/**
 * Erases a removed record. The removal is read from the store, not from this instance's memory: a
 * restore may have put the record back.
 */
export async function eraseRemoved(collection: Collection, id: string): Promise<void> {
  const { removal } = await readRemoval(collection, id)
  if (removal) await finishRemoval(collection, id, removal)
}

/** `removal` is null if the record was not removed. */
export async function readRemoval({ name }: Collection, id: string) {
  const [gone, { state }] = await Promise.all([readGone(name, id), readState(name, id)])
  const marked = state.removal === undefined ? null : state
  const removal: Removal | null = gone ? (gone.value ?? {}) : marked
  return { removal, state }
}
