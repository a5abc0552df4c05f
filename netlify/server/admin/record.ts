import type { ChangedRecord, InboxRecord, MovedAnswer } from '#api/admin-contract.ts'
import { tidyText } from '#forms/judging/judge.ts'
import { EMERGENCY, type Act, type Actor } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import type { Collection } from '#server/collections/collection.ts'
import {
  readToShow,
  rowOf,
  type Row,
  UNTOUCHED,
  type State,
  read,
} from '#server/collections/current.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import { MINUTE_MS } from '#server/storage/clock.ts'
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

async function readWhole({ form, name }: Collection, row: Row): Promise<InboxRecord> {
  const [show, { receipt, ...told }] = await Promise.all([
    recordView(form),
    deliveryStatusesOf({ name, id: row.id }, isHeldRow(row)),
  ])
  return { ...show(row), ...(Object.keys(told).length > 0 && { told }), receipt }
}

export const showRecord: RecordHandler = async (request, collection, id) => {
  const isHeld = asksForHeld(new URL(request.url).searchParams)
  const row = isId(id) ? rowOf(await readToShow(collection, id)) : null
  if (!row || isHeldRow(row) !== isHeld) throw noSuchRecord(collection)
  return json(await readWhole(collection, row))
}

export const removeRecord: RecordHandler = async (request, collection, id, who) => {
  const isHeld = asksForHeld(new URL(request.url).searchParams)
  const isHere = (row: Row) => isHeldRow(row) === isHeld
  const row = await read(collection, id)
  if (!row || !isHere(row)) throw noSuchRecord(collection)
  await logging(who, collection, id)('deleted')
  if (await remove(collection, id, isHere)) return json({ ok: true })
  throw noSuchRecord(collection)
}

/**
 * Logs each act on a record once. An act is logged before it is done: if it fails, a retry does it
 * again, but an act that is done has nothing more to log.
 */
function logging(who: Actor, { name }: Collection, id: string) {
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

/** A shared password is nobody's name. */
const byOf = ({ id, name }: Actor) => (id === EMERGENCY.id ? undefined : name)

type Change = { seen?: boolean; answered?: boolean; note?: string; version?: number }

const NOTE_CAP = 4_000
/** Room for a note of the most characters, all escaped, and little else. */
const BODY_LIMIT_BYTES = 64 * 1_024

/**
 * Notes what the studio did with a listed record. A time that is set already stays. A note replaces
 * only the version that its writer has seen.
 */
export const changeRecord: RecordHandler = async (request, collection, id, who) => {
  const change = changeIn(await readJson(request, BODY_LIMIT_BYTES))
  const show = await recordView(collection.form)
  const logs = logging(who, collection, id)
  let earlier: State = UNTOUCHED
  const row = await changeState(collection, id, async (now) => {
    earlier = now.state
    if (isHeldRow(now)) throw noSuchRecord(collection)
    if (change.note !== undefined && change.version !== earlier.version) {
      const { state } = show(now)
      throw new HttpError(409, 'Somebody else has changed this note.', { ...(state && { state }) })
    }
    const changed = after(change, now, who)
    for (const act of actsIn(earlier, { ...earlier, ...changed })) await logs(act)
    return changed
  })
  if (!row) throw noSuchRecord(collection)
  const isUnchanged = row.state.revision === earlier.revision
  const record = { ...(await readWhole(collection, row)), ...(isUnchanged && { isUnchanged }) }
  return json(record satisfies ChangedRecord)
}

function* actsIn(before: State, now: State): Generator<Act> {
  if (!before.answeredAt && now.answeredAt) yield 'answered'
  if (before.answeredAt && !now.answeredAt) yield 'answer taken back'
  if (before.version !== now.version) yield 'note'
}

function changeIn(body: Record<string, unknown>): Change {
  const { seen, answered, note, version, ...others } = body
  const isChange =
    Object.keys(others).length === 0 &&
    [seen, answered, note].some((one) => one !== undefined) &&
    [seen, answered].every((one) => one === undefined || typeof one === 'boolean') &&
    (note === undefined || (typeof note === 'string' && note.length <= NOTE_CAP)) &&
    (version === undefined ? note === undefined : Number.isInteger(version) && Number(version) >= 0)
  if (isChange) return body
  throw new HttpError(
    422,
    `Send seen, answered (true or false) or note (at most ${NOTE_CAP.toLocaleString('en')} characters, with its version).`,
  )
}

/** A mark that is set again within this time becomes what it was, so Undo dates no answer anew. */
const UNDO_MS = MINUTE_MS

function after({ seen, answered, note }: Change, { state }: Row, who: Actor): Partial<State> {
  const now = new Date(Date.now()).toISOString()
  const { takenBack } = state
  const isUndo = takenBack?.by === who.id && Date.now() - Date.parse(takenBack.at) < UNDO_MS
  const before = isUndo ? takenBack : undefined
  const seenAt = state.seenAt ?? before?.seenAt ?? now
  const { answeredAt, answeredBy } = [state, before].find((one) => one?.answeredAt) ?? {
    answeredAt: now,
    answeredBy: byOf(who),
  }
  const lost = {
    ...(seen === false && state.seenAt && { seenAt }),
    ...(answered === false && state.answeredAt && { answeredAt, answeredBy }),
  }
  const text = note === undefined ? state.note : tidyText(note) || undefined
  return {
    ...(seen !== undefined && { seenAt: seen ? seenAt : undefined }),
    ...(answered !== undefined && {
      answeredAt: answered ? answeredAt : undefined,
      answeredBy: answered ? answeredBy : undefined,
    }),
    ...(Object.keys(lost).length > 0 && { takenBack: { ...lost, at: now, by: who.id } }),
    ...(text !== state.note && { note: text, version: state.version + 1 }),
  }
}
