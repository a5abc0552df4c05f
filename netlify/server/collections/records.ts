import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { Contended } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, isId } from '#server/storage/record-id.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { failedKey, fileKey, goneKey, notifyKey, recordKey, stateKey, toldKey } from './keys.ts'
import { hint } from './rows/hints.ts'
import type { Row } from './rows/row.ts'
import { writeState, type State } from './state.ts'
import { look, rowOf } from './truth.ts'

/** Whoever adds a record that is older writes a hint first. */
const YOUNG_MS = 10 * 60 * 1_000
/** A change that is refused so often has met so many others. */
const MOST_TRIES = 20

/** Keeps a record's file. To be called before the record is added: then no record lacks its file. */
export async function addFile({ name }: Collection, id: string, bytes: ArrayBuffer): Promise<void> {
  await hintIfOld(name, id)
  await kv.putFile(fileKey(name, id), bytes)
}

/** What is old may lie in a tile already, and a check may take its file for nobody's. */
async function hintIfOld(name: string, id: string): Promise<void> {
  if (Date.now() - bornAt(id) > YOUNG_MS) await hint(name, id, 'record')
}

/** The file of a record, or null where it has none. */
export const readFile = ({ name }: Collection, id: string): Promise<ArrayBuffer | null> =>
  kv.getFile(fileKey(name, id))

/**
 * Adds a record; one that is there already stays as it is, since both are the same submission. False
 * where it was removed meanwhile: then nothing of it is left. Nobody can have removed one whose id
 * is `isNew`, made a moment ago by whoever adds it.
 */
export async function add<F extends Form>(
  { name }: Collection<F>,
  record: StoredRecord<F>,
  isNew = false,
): Promise<boolean> {
  const { id, signals } = record.submission as Submission
  await hintIfOld(name, id)
  await kv.create(recordKey(name, id, signals !== undefined), record)
  if (isNew || !(await kv.get(goneKey(name, id)))) return true
  await erase({ name }, id)
  return false
}

/** The record and what was done with it, or null where there is none any more, or never was. */
export const read = async <F extends Form>(
  collection: Collection<F>,
  id: string,
): Promise<Row<F> | null> => (isId(id) ? rowOf(await look(collection, id)) : null)

/** Removes a record; false where there is none such, or somebody else removed it first. */
export async function remove(
  collection: Collection,
  id: string,
  isMeant: (row: Row) => boolean = () => true,
): Promise<boolean> {
  const row = await read(collection, id)
  if (!row || !isMeant(row)) return false
  const { name } = collection
  await hint(name, id, 'removal')
  const outcome = await kv.create(goneKey(name, id), { at: Date.now() })
  // From here on the record is gone; what can't be erased now, a fold or the housekeeping erases.
  await erase(collection, id).catch(() => undefined)
  return outcome === 'created'
}

/** Erases what is left of a removed record. */
export async function erase({ name }: Pick<Collection, 'name'>, id: string): Promise<void> {
  const keys = [
    fileKey(name, id),
    recordKey(name, id),
    recordKey(name, id, true),
    stateKey(name, id),
    notifyKey(name, id),
    failedKey(name, id),
    toldKey(name, id),
  ]
  await Promise.all(keys.map(kv.remove))
}

/**
 * Changes what the studio did with a record, and answers the row as it is then; null where there is
 * no such record. `change` says what becomes of a row's state, and is asked again where somebody else
 * was faster; what it throws is thrown.
 */
export async function changeState<F extends Form>(
  collection: Collection<F>,
  id: string,
  change: (row: Row<F>) => Partial<State>,
): Promise<Row<F> | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await read(collection, id)
    if (!row) return null
    const state = { ...row.state, ...change(row) }
    if (JSON.stringify(state) === JSON.stringify(row.state)) return row
    state.revision = row.state.revision + 1
    await hint(collection.name, id, state.revision)
    if (await writeState(collection.name, id, state, row)) return { ...row, state }
  }
  throw new Contended('A state changes too often.')
}
