import { deleteRecord, releaseRecord, type StoredRecord } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'

/** What can be done with a record, in the words that say so. */
export type Act = {
  name: string
  doing: string
  done: string
  failed: string
  send: (collection: Collection, record: StoredRecord, isHeld: boolean) => Promise<unknown>
}

export const remove: Act = {
  name: 'Delete',
  doing: 'Deleting',
  done: 'Deleted',
  failed: 'Failed to delete',
  send: (collection, { id }, isHeld) => deleteRecord(collection, id, isHeld),
}

export const release: Act = {
  name: 'Release',
  doing: 'Releasing',
  done: 'Released',
  failed: 'Failed to release',
  send: (collection, { id }) => releaseRecord(collection, id),
}
