import type { ChangedRecord } from '#api/admin-contract.ts'
import { tidyText } from '#forms/judging/judge.ts'
import { EMERGENCY, type Act, type Actor } from '#server/audit/entry.ts'
import { changeState } from '#server/collections/change.ts'
import { isHeldRow, UNTOUCHED, type Row, type State } from '#server/collections/row.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import { MINUTE_MS, sharedNow } from '#server/storage/clock.ts'
import { recordView } from './list-records.ts'
import { logging, noSuchRecord, readWhole, type RecordHandler } from './record.ts'

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
  const now = new Date(sharedNow()).toISOString()
  const { takenBack } = state
  const isUndo = takenBack?.by === who.id && sharedNow() - Date.parse(takenBack.at) < UNDO_MS
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
