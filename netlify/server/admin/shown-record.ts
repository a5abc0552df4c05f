import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { isHidden, shown, type Row } from '#server/collections/rows/row.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { bornAt } from '#server/storage/record-id.ts'

/** What the studio did with a record, as the admin is told. Times are ISO 8601; null: not done. */
type ShownState = {
  seenAt: string | null
  answeredAt: string | null
  /** When the promised reply is due; null where none is promised. It stays after an answer. */
  dueAt: string | null
  note: string | null
  /** Counts the changes of the note. */
  version: number
}

/** A record as it is shown alone, and as a list shows it: there it only says whether it has a note. */
type Whole = Submission & { state?: ShownState }
type Listed = Submission & { state?: Omit<ShownState, 'note'> & { hasNote: boolean } }

/** How records of a form are shown. A held one has no state: first somebody says whether it is one. */
export async function showing(form: Form) {
  const clock = await replyClockOf(form)

  function stateOf({ id, state }: Row): ShownState {
    const { seenAt = null, answeredAt = null, note = null, version } = state
    const dueAt = clock && new Date(clock.dueAt(bornAt(id))).toISOString()
    return { seenAt, answeredAt, dueAt, note, version }
  }

  const whole = (row: Row): Whole =>
    isHidden(row) ? shown(row) : { ...shown(row), state: stateOf(row) }

  function listed(row: Row): Listed {
    if (isHidden(row)) return shown(row)
    const { note, ...state } = stateOf(row)
    return { ...shown(row), state: { ...state, hasNote: note !== null } }
  }

  return { stateOf, whole, listed }
}
