import type { Form } from '#forms/form.ts'
import { NO_FILE } from '#forms/resume.ts'
import type { Submission } from '#forms/submission.ts'
import { collectionNamed, projectOf, type Collection } from '#server/collections/collection.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { readState, readGone, readCurrent, rowOf } from '#server/collections/current.ts'
import type { RecordRef } from '#server/collections/keys.ts'
import { adminUrl, replyClockOf } from '#server/content/studio.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import { referenceOf } from '#server/storage/record-id.ts'

export type Notice = {
  form: Form
  id: string
  reference: string
  createdAt: string
  /** When the reply is due, if one is promised (ISO 8601). */
  dueAt: string | null
  url: string
  answers: Readonly<Record<string, unknown>>
  /** It came with signals, so it is listed only since a release. */
  hasSignals: boolean
  lacksFile: boolean
}

export async function noticeOf(collection: Collection, submission: Submission): Promise<Notice> {
  const { form } = collection
  const { id, createdAt, signals, ...answers } = submission
  const clock = await replyClockOf(form)
  const dueAt = clock && new Date(clock.dueAt(Date.parse(createdAt))).toISOString()
  const project = projectOf(collection)
  const url = await adminUrl({ tab: form.name, ...(project && { project }), record: id })
  return {
    form,
    id,
    reference: referenceOf(id),
    createdAt,
    dueAt,
    url,
    answers,
    hasSignals: signals !== undefined,
    lacksFile: signals?.includes(NO_FILE) ?? false,
  }
}

/** `gone`: the record was removed. `absent`: it is held or not there yet, which may change. */
export async function findNotice({ name, id }: RecordRef): Promise<Notice | 'absent' | 'gone'> {
  const collection = collectionNamed(name)
  const current = collection && (await readCurrent(collection, id))
  if (!current || current.isRemoved) return 'gone'
  const row = rowOf(current)
  return row && !isHeldRow(row) ? noticeOf(collection, row.submission) : 'absent'
}

/** Whether a record is still listed, by what changes: asked last before it is told. */
export async function isStillListed(
  { name, id }: RecordRef,
  { hasSignals }: Notice,
): Promise<boolean> {
  const { state } = await readState(name, id)
  const isHeld = state.isHeld ?? hasSignals
  // A removal erases the state after it has written its key, so that is read last.
  return !isHeld && state.removal === undefined && !(await readGone(name, id))
}

/** A record that is absent for this long never comes. After a day nothing is left of its writing. */
export const ABSENT_MS = 20 * HOUR_MS
