import type { Collection } from '#server/collections/collection.ts'
import { changeState, remove } from '#server/collections/records.ts'
import { isHidden } from '#server/collections/rows/row.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import { reserveUnique } from './unique-answer.ts'

/**
 * Lists a held submission, as new, and says under which id; null where there is no such record. Where
 * what may stand there only once is listed already, that one stays, and the held one goes.
 */
export async function release(collection: Collection, id: string): Promise<string | null> {
  const truth = await look(collection, id)
  const row = rowOf(truth)
  if (!row || !truth.record) return null
  if (!isHidden(row)) return id
  const { unique } = collection.form
  if (unique) {
    const own = { id, digest: truth.record.attempt, signals: [] }
    const winner = await reserveUnique(collection, row.submission[unique], own)
    if (winner.id !== id) {
      await remove(collection, id)
      return winner.id
    }
  }
  const listed = await changeState(collection, id, () => ({ isHeld: false }))
  return listed && id
}

/** Puts a listed submission among the held ones, by hand; null where there is no such record. */
export async function hold(collection: Collection, id: string): Promise<string | null> {
  const held = await changeState(collection, id, (row) => (isHidden(row) ? {} : { isHeld: true }))
  return held && id
}
