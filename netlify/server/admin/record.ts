import type { InboxRecord, MovedAnswer } from '#api/admin-contract.ts'
import type { Act, Actor } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { remove } from '#server/collections/change.ts'
import type { Collection } from '#server/collections/collection.ts'
import { readMatching, readProven } from '#server/collections/current.ts'
import { isHeldRow, type Row } from '#server/collections/row.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import { isId } from '#server/storage/record-id.ts'
import type { hold } from '#server/submissions/release.ts'
import { asksForHeld, recordView } from './list-records.ts'

/** A request about one record; its id may be any text. */
export type RecordHandler = (
  request: Request,
  collection: Collection,
  id: string,
  who: Actor,
) => Promise<Response>

export const noSuchRecord = ({ form }: Pick<Collection, 'form'>) =>
  new HttpError(404, `This ${form.noun} does not exist.`)

export async function readWhole({ form, name }: Collection, row: Row): Promise<InboxRecord> {
  const [show, { receipt, ...told }] = await Promise.all([
    recordView(form),
    deliveryStatusesOf({ name, id: row.id }, isHeldRow(row)),
  ])
  return { ...show(row), ...(Object.keys(told).length > 0 && { told }), receipt }
}

export const showRecord: RecordHandler = async (request, collection, id) => {
  const isHeld = asksForHeld(new URL(request.url).searchParams)
  const row = await readProven(collection, id)
  if (!row || isHeldRow(row) !== isHeld) throw noSuchRecord(collection)
  return json(await readWhole(collection, row))
}

export const removeRecord: RecordHandler = async (request, collection, id, who) => {
  const isHeld = asksForHeld(new URL(request.url).searchParams)
  const isHere = (row: Row) => isHeldRow(row) === isHeld
  if (!(await readMatching(collection, id, isHere))) throw noSuchRecord(collection)
  await logging(who, collection, id)('deleted')
  if (await remove(collection, id, isHere)) return json({ ok: true })
  throw noSuchRecord(collection)
}

/**
 * Logs each act on a record once. An act is logged before it is done: if it fails, a retry does it
 * again, but an act that is done has nothing more to log.
 */
export function logging(who: Actor, { name }: Collection, id: string) {
  const logged = new Set<Act>()
  return async (act: Act) => {
    if (!logged.has(act)) await log(who, act, { collection: name, id })
    logged.add(act)
  }
}

/** Holds or lists a record. It is no error if the record is there already. */
export const moving =
  (move: typeof hold, act: 'held' | 'released'): RecordHandler =>
  async ({ url }, collection, id, who) => {
    const isUndo = new URL(url).searchParams.get('undo') === 'yes'
    const logs = logging(who, collection, id)
    const moved = isId(id) && (await move(collection, id, () => logs(act), isUndo))
    if (!moved) throw noSuchRecord(collection)
    return json({ ok: true, ...moved } satisfies MovedAnswer)
  }
