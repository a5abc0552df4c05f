import type { Submission } from '#forms/submission.ts'
import { deleteRecord, releaseRecord } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'

/** What can be done with a record, in the words that say so. */
export type RecordAction = {
  /** The button's words. */
  name: string
  /** The same while it goes on, … */
  doing: string
  /** … once it is done, … */
  done: string
  /** … and when it could not be done. */
  failed: string
  /** Asks the server for it; throws what `call` throws. */
  send: (source: RecordSource, record: Submission, isHeld: boolean) => Promise<unknown>
}

/** Deletes a record for good. */
export const remove: RecordAction = {
  name: 'Delete',
  doing: 'Deleting',
  done: 'Deleted',
  failed: 'Failed to delete',
  send: (source, { id }, isHeld) => deleteRecord(source, id, isHeld),
}

/** Makes a held record count like any other. */
export const release: RecordAction = {
  name: 'Release',
  doing: 'Releasing',
  done: 'Released',
  failed: 'Failed to release',
  send: (source, { id }) => releaseRecord(source, id),
}
