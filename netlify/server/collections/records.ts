import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { Contended } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, isId } from '#server/storage/record-id.ts'
import type { Collection, StoredRecord } from './collection.ts'
import {
  DUE,
  failedKey,
  fileKey,
  goneKey,
  notifyKey,
  recordKey,
  stateKey,
  toldKey,
} from './keys.ts'
import { hint, requireStore } from './rows/hints.ts'
import type { Row } from './rows/row.ts'
import { readState, UNTOUCHED, writeState, type State } from './state.ts'
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
 * Adds a record; one that is there already stays as it is, since both are the same submission. One
 * that was removed meanwhile is erased again. Nobody can have removed one whose id `isNew`, made a
 * moment ago by the caller.
 */
export async function add<F extends Form>(
  { name }: Collection<F>,
  record: StoredRecord<F>,
  isNew = false,
): Promise<'added' | 'there' | 'removed'> {
  const { id, signals } = record.submission as Submission
  await hintIfOld(name, id)
  const outcome = await kv.create(recordKey(name, id, signals !== undefined), record)
  if (!isNew) {
    const [gone, { state }] = await Promise.all([kv.get(goneKey(name, id)), readState(name, id)])
    if (gone) {
      await erase({ name }, id)
      return 'removed'
    }
    // The housekeeping may be about to remove it: the next try sees what came of that.
    if (state.isGivenUp && outcome === 'created') throw new Contended('A record was given up.')
  }
  return outcome === 'created' ? 'added' : 'there'
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
  // Rows name people too: the next run of the housekeeping sees to them.
  await Promise.all([hint(name, id, 'removal'), kv.put(DUE, { at: 0 })])
  const outcome = await kv.create(goneKey(name, id), { at: Date.now() })
  // From here on the record is gone; what can't be erased now, a fold or the housekeeping erases.
  await erase(collection, id).catch(() => undefined)
  return outcome === 'created'
}

/**
 * Erases what is there of a record that never came, such as a file whose request died. Says so under
 * the record's state before it looks: a late completion sees that, or is seen here.
 */
export async function eraseNeverCome(collection: Collection, id: string): Promise<void> {
  const { name } = collection
  await kv.create(stateKey(name, id), { ...UNTOUCHED, isGivenUp: true })
  const current = await look(collection, id)
  if (current.record) return
  if (!current.isRemoved) {
    await requireStore(name)
    await hint(name, id, 'removal')
    await kv.create(goneKey(name, id), { at: Date.now() })
  }
  await eraseRemoved(collection, id)
}

/**
 * Erases what is left of a removed record. Its removal is read once more: a restore may have put back
 * what an instance remembers as removed.
 */
export async function eraseRemoved(collection: Collection, id: string): Promise<void> {
  if (await kv.get(goneKey(collection.name, id))) await erase(collection, id)
}

async function erase({ name }: Pick<Collection, 'name'>, id: string): Promise<void> {
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
