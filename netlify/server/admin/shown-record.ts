import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { isHidden, shown, type Row } from '#server/collections/rows/row.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { bornAt } from '#server/storage/record-id.ts'

/** What the studio did with a record. Times are ISO 8601; null: not done. */
type ShownState = {
  seenAt: string | null
  answeredAt: string | null
  /** Null where no reply is promised. It stays after an answer. */
  dueAt: string | null
  note: string | null
  /** Counts the changes of the note. */
  version: number
}

/** Shows records of a form. A held one has no state: it may be no message at all. */
export async function showing(form: Form) {
  const clock = await replyClockOf(form)
  return (row: Row): Submission & { state?: ShownState } => {
    if (isHidden(row)) return shown(row)
    const { seenAt = null, answeredAt = null, note = null, version } = row.state
    const dueAt = clock && new Date(clock.dueAt(bornAt(row.id))).toISOString()
    return { ...shown(row), state: { seenAt, answeredAt, dueAt, note, version } }
  }
}
