import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { collectionNamed, projectOf, type Collection } from '#server/collections/collection.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { readCurrent, rowOf } from '#server/collections/current.ts'
import { readStudio, replyClockOf } from '#server/content/studio.ts'
import { HOUR_MS } from '#server/storage/durations.ts'
import { referenceOf } from '#server/storage/record-id.ts'
import { removeAll, type Pending, type RecordRef } from './outbox/notification.ts'

export type Notice = {
  form: Form
  id: string
  reference: string
  createdAt: string
  /** When the reply is due, if one is promised (ISO 8601). */
  dueAt: string | null
  url: string
  answers: Readonly<Record<string, unknown>>
}

export async function noticeOf(collection: Collection, submission: Submission): Promise<Notice> {
  const { form } = collection
  const { id, createdAt, signals: _, ...answers } = submission
  const clock = await replyClockOf(form)
  const dueAt = clock && new Date(clock.dueAt(Date.parse(createdAt))).toISOString()
  const project = projectOf(collection)
  const url = await adminUrl({ tab: form.name, ...(project && { project }), record: id })
  return { form, id, reference: referenceOf(id), createdAt, dueAt, url, answers }
}

/** `gone`: the record was removed. `absent`: it is held or not there yet, which may change. */
export async function findNotice({ name, id }: RecordRef): Promise<Notice | 'absent' | 'gone'> {
  const collection = collectionNamed(name)
  const current = collection && (await readCurrent(collection, id))
  if (!current || current.isRemoved) return 'gone'
  const row = rowOf(current)
  return row && !isHeldRow(row) ? noticeOf(collection, row.submission) : 'absent'
}

/** A record that is absent for this long never comes. */
export const ABSENT_MS = 72 * HOUR_MS

/** What a pending record says; null if it is held or gone. The markers of a gone one are removed. */
export async function findPending({ ref, markers, now }: Pending): Promise<Notice | null> {
  const notice = await findNotice(ref)
  if (typeof notice !== 'string') return notice
  if (notice === 'gone' || Date.now() - now.at > ABSENT_MS) await removeAll(markers)
  return null
}

export async function adminUrl(query: Record<string, string> = {}): Promise<string> {
  const search = new URLSearchParams(query).toString()
  return `${await siteUrl()}/admin${search && `?${search}`}`
}

/** Netlify sets URL, and so does `npm start`. */
export const siteUrl = async (): Promise<string> => process.env['URL'] || (await readStudio()).host
