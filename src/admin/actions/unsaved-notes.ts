import type { InboxRecord } from '#api/admin-contract.ts'
import { $noteDrafts } from '../session/kept.ts'
import { hold, type RecordAction, remove } from './record-action.ts'

type One = Pick<InboxRecord, 'id'>

/** Whether what was typed about this record is not saved. */
export const hasUnsavedNote = ({ id }: One): boolean => id in $noteDrafts.get()

/** Whether the action takes a note along that is not saved: this is asked first. */
export const takesNotes = (action: RecordAction, records: readonly One[]): boolean =>
  (action === hold || action === remove) && records.some(hasUnsavedNote)
