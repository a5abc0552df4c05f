import { tidyText } from '#forms/judging/tidy.ts'
import type { Collection } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/records.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import type { State } from '#server/collections/state.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson } from '#server/http/request.ts'
import { answerRecord, noSuchRecord } from './answer-record.ts'
import { showing } from './shown-record.ts'

/** What is asked to become of a record's state. */
type Change = { seen?: boolean; answered?: boolean; note?: string; version?: number }

/** Longest note, in UTF-16 code units. */
const NOTE_CAP = 4_000
/** Room for such a note with every character escaped, and little else. */
const BODY_LIMIT_BYTES = 64 * 1_024

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const KINDS: Record<keyof Change, (value: unknown) => boolean> = {
  seen: (value) => typeof value === 'boolean',
  answered: (value) => typeof value === 'boolean',
  note: (value) => typeof value === 'string' && value.length <= NOTE_CAP,
  version: isCount,
}

/**
 * Notes what the studio did with a listed record, and answers the record. What is set already keeps
 * its first time. A note is written over the version that its writer has seen, or not at all: 409.
 */
export async function changeRecord(
  request: Request,
  collection: Collection,
  id: string,
): Promise<Response> {
  const change = changeIn(await readJson(request, BODY_LIMIT_BYTES))
  const { stateOf } = await showing(collection.form)
  const row = await changeState(collection, id, (now) => {
    if (isHidden(now)) throw noSuchRecord(collection)
    if (change.note === undefined || change.version === now.state.version) return after(change, now)
    throw new HttpError(409, 'Somebody else has changed this note.', { state: stateOf(now) })
  })
  if (!row) throw noSuchRecord(collection)
  return answerRecord(collection, row)
}

/** The change that a body asks for; 422 unless it is one. */
function changeIn(body: Record<string, unknown>): Change {
  const wrong = Object.entries(body).filter(
    ([key, value]) => !Object.hasOwn(KINDS, key) || !KINDS[key as keyof Change](value),
  )
  // Each key is one of these, and has a value of its kind.
  const change = body as Change
  const { seen, answered, note, version } = change
  const isNothing = seen === undefined && answered === undefined && note === undefined
  if (wrong.length > 0 || isNothing || (note !== undefined && version === undefined)) {
    throw new HttpError(
      422,
      `Send seen, answered (true or false) or note (at most ${NOTE_CAP.toLocaleString('en')} characters, with its version).`,
    )
  }
  return change
}

/** What becomes of a record's state. */
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
