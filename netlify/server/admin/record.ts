import type { Collection } from '#server/collections/collection.ts'
import { read, remove } from '#server/collections/records.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { tellingsOf } from '#server/notifications/overview.ts'
import { isId } from '#server/storage/record-id.ts'
import type { hold } from '#server/submissions/release.ts'
import { asksForHeld } from './list-records.ts'
import { showing } from './shown-record.ts'

/** What is asked of one record, whose id may be any text. */
export type RecordAct = (request: Request, collection: Collection, id: string) => Promise<Response>

export const showRecord: RecordAct = async (request, collection, id) => {
  const isMeant = inListOf(request)
  const row = await read(collection, id)
  if (!row || !isMeant(row)) throw noSuchRecord(collection)
  return answerRecord(collection, row)
}

export const removeRecord: RecordAct = async (request, collection, id) => {
  if (await remove(collection, id, inListOf(request))) return json({ ok: true })
  throw noSuchRecord(collection)
}

/** Moves a record between the held ones and the others. One that is there already is no error. */
export const moving =
  (move: typeof hold): RecordAct =>
  async (_, collection, id) => {
    const placed = isId(id) && (await move(collection, id))
    if (placed) return json({ ok: true, id: placed })
    throw noSuchRecord(collection)
  }

/** An address says on which of the two lists the record stands. */
function inListOf({ url }: Request): (row: Row) => boolean {
  const isHeld = asksForHeld(new URL(url).searchParams)
  return (row) => isHidden(row) === isHeld
}

/** All of a record, and when the studio was told of it. */
export async function answerRecord({ form, name }: Collection, row: Row): Promise<Response> {
  const [show, told] = await Promise.all([showing(form), tellingsOf({ name, id: row.id })])
  return json({ ...show(row), ...(Object.keys(told).length > 0 && { told }) })
}

export const noSuchRecord = ({ form }: Pick<Collection, 'form'>) =>
  new HttpError(404, `There is no such ${form.noun}.`)
