import { untilWon } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { isId } from '#server/storage/record-id.ts'
import type { Collection } from './collection.ts'
import { readCurrent, rowOf } from './current.ts'
import { DUE, stateKey } from './keys.ts'
import { readGone, writeState, type Row, type State } from './row.ts'
import { hint } from './rows/hints.ts'

export const read = async (collection: Collection, id: string): Promise<Row | null> =>
  isId(id) ? rowOf(await readCurrent(collection, id)) : null

/** Asks for a run of housekeeping: rows hold answers too, and a crash may leave keys. */
export const tidyNext = () => kv.put(DUE, { at: 0 })

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
  return untilWon(async () => {
    const row = await read(collection, id)
    if (!row) return null
    const state = { ...row.state, ...(await change(row)) }
    if (JSON.stringify(state) === JSON.stringify(row.state)) return row
    state.revision = row.state.revision + 1
    await hint(collection.name, id, awaits ?? state.revision)
    // After the hint: a run that comes for it finds it.
    if (awaits === 'removal') await tidyNext()
    if (!(await writeState(collection.name, id, state, row))) return undefined
    // If this was the first state, a removal may have erased the record before it.
    const mayBeLate = row.etag === '' && awaits !== 'removal'
    if (!mayBeLate || !(await readGone(collection.name, id))) return { ...row, state }
    await kv.remove(stateKey(collection.name, id))
    return null
  })
}
