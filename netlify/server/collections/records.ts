import { sharedNow, MINUTE_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { Contended } from '#server/storage/faults.ts'
import { foundOrAbsent } from '#server/storage/sentinel.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { fileKey, recordKey } from './keys.ts'
import { finishRemoval, readRemoval, changeState } from './change.ts'
import { hint } from './rows/hints.ts'
import { remember } from './rows/recent.ts'
import { UNTOUCHED } from './row.ts'

/**
 * A younger record has no row yet, so it needs no hint: rows are made after two hours at the earliest.
 * Ten minutes stay far below that, for slow writes and wrong clocks.
 */
const YOUNG_MS = 10 * MINUTE_MS

/** Keeps a record's file; called before the record is added, so no record lacks its file. */
export async function addFile({ name }: Collection, id: string, bytes: ArrayBuffer): Promise<void> {
  await hintIfOld(name, id)
  await kv.putFile(fileKey(name, id), bytes)
}

async function hintIfOld(name: string, id: string): Promise<void> {
  if (sharedNow() - createdAtOf(id) > YOUNG_MS) await hint(name, id, 'record')
}

/** Null if there is none; 503 if the store has forgotten it. */
export const readFile = ({ name }: Collection, id: string): Promise<ArrayBuffer | null> =>
  findFile(fileKey(name, id))

/** The same for a key that a backup names. */
export const findFile = (key: string): Promise<ArrayBuffer | null> =>
  foundOrAbsent(
    key,
    () => kv.getFile(key),
    (bytes) => bytes === null,
  )

/** The attempt that stored the record which is there already. */
export type Existing = { attempt: string | undefined }

/**
 * Adds a record. An existing record with this id is the same submission, and stays; the result says
 * which attempt stored it. A removal wins over it: its mark, or the key `gone/`; then what was added
 * is erased again. `isGivenUp`: housekeeping took the record's file for abandoned. `isNew`: the id
 * was made for this request, so nobody can have removed it, and that is not looked up.
 */
export async function add(
  collection: Collection,
  record: StoredRecord,
  isNew = false,
): Promise<'added' | 'removed' | Existing> {
  const { name } = collection
  const { submission } = record
  const { id, signals } = submission
  const key = recordKey(name, id, signals !== undefined)
  await hintIfOld(name, id)
  const outcome = await kv.create(key, record)
  if (outcome === 'created') remember(key, { id, state: UNTOUCHED, etag: '', submission })
  if (!isNew) {
    const { removal, state } = await readRemoval(collection, id)
    if (removal) await finishRemoval(collection, id, removal)
    if (removal && !removal.isGivenUp) return 'removed'
    // Housekeeping is about to give it up, unless this takes the mark away first.
    const isKept = async () => changeState(collection, id, () => ({ isGivenUp: undefined }))
    if (removal || (state.isGivenUp && !(await isKept()))) {
      // Nobody has removed it: the next try takes its claim over.
      throw new Contended('A record was given up.')
    }
  }
  if (outcome === 'created') return 'added'
  const { attempt } = (outcome.value ?? {}) as Partial<StoredRecord>
  return { attempt }
}
