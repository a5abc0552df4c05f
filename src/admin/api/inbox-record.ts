import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import type { Told } from './notifications.ts'

/** What the studio did with a record. Times are ISO 8601; null where it has not happened. */
export type RecordState = {
  seenAt: string | null
  answeredAt: string | null
  /** When the studio has promised a reply. */
  dueAt: string | null
  /** Counts the changes of the note. */
  version: number
  /** In one record that is read: what the studio noted. */
  note?: string | null
  /** In a list: whether it noted something. */
  hasNote?: boolean
}

/** A submission as the admin area reads it; a held one has no state. */
export type InboxRecord<F extends Form = Form> = Submission<F> & {
  readonly state?: RecordState
  /** Whether the studio was told of it, and when. */
  readonly told?: Told
}

/** Nobody has opened it yet. */
export const isNew = ({ state }: InboxRecord): boolean => state?.seenAt === null

/** The studio has noted something. */
export const hasNote = ({ hasNote, note }: RecordState): boolean => hasNote ?? Boolean(note)

/** What is changed of a record; a note names the version that it was written over. */
export type StateChange =
  { seen: boolean } | { answered: boolean } | { note: string; version: number }
