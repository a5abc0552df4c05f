import { tidyText } from '#forms/judging/tidy.ts'
import { changeState } from '#server/collections/records.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import type { State } from '#server/collections/state.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson } from '#server/http/request.ts'
import { answerRecord, noSuchRecord, type RecordAct } from './record.ts'
import { showing } from './shown-record.ts'

type Change = { seen?: boolean; answered?: boolean; note?: string; version?: number }

/** In UTF-16 code units. */
const NOTE_CAP = 4_000
/** Room for such a note with every character escaped, and little else. */
const BODY_LIMIT_BYTES = 64 * 1_024

/**
 * Notes what the studio did with a listed record. What is set already keeps its first time. A note is
 * written over the version that its writer has seen, or not at all.
 */
export const changeRecord: RecordAct = async (request, collection, id) => {
  const change = changeIn(await readJson(request, BODY_LIMIT_BYTES))
  const show = await showing(collection.form)
  const row = await changeState(collection, id, (now) => {
    if (isHidden(now)) throw noSuchRecord(collection)
    if (change.note === undefined || change.version === now.state.version) return after(change, now)
    const { state = {} } = show(now)
    throw new HttpError(409, 'Somebody else has changed this note.', { state })
  })
  if (!row) throw noSuchRecord(collection)
  return answerRecord(collection, row)
}

/** 422 unless the body asks for a change. */
function changeIn(body: Record<string, unknown>): Change {
  const { seen, answered, note, version, ...others } = body
  const isChange =
    Object.keys(others).length === 0 &&
    [seen, answered, note].some((one) => one !== undefined) &&
    [seen, answered].every((one) => one === undefined || typeof one === 'boolean') &&
    (note === undefined || (typeof note === 'string' && note.length <= NOTE_CAP)) &&
    (version === undefined ? note === undefined : isCount(version))
  if (isChange) return body
  throw new HttpError(
    422,
    `Send seen, answered (true or false) or note (at most ${NOTE_CAP.toLocaleString('en')} characters, with its version).`,
  )
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0

function after({ seen, answered, note }: Change, { state }: Row): Partial<State> {
  const now = new Date().toISOString()
  const timeOf = (isDone: boolean, known: string | undefined) =>
    isDone ? (known ?? now) : undefined
  const text = note === undefined ? state.note : tidyText(note) || undefined
  return {
    ...(seen !== undefined && { seenAt: timeOf(seen, state.seenAt) }),
    ...(answered !== undefined && { answeredAt: timeOf(answered, state.answeredAt) }),
    ...(text !== state.note && { note: text, version: state.version + 1 }),
  }
}
