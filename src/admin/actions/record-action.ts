import type { InboxRecord, StateChange } from '#api/admin-contract.ts'
import { changeRecord, deleteRecord, holdRecord, releaseRecord } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'

/** What can be done with a record, in the words that say so. */
export type RecordAction = {
  /** The button's words. */
  name: string
  /** The same while it goes on, … */
  doing: string
  /** … once it is done, … */
  done: string
  /** … and when it could not be done with what is called so. */
  failed: (noun: string) => string
  /** It leaves the list. */
  leaves: boolean
  /**
   * Asks the server for it; throws what `call` throws. Resolves to the record as it is then, where
   * it stays.
   */
  send: (
    source: RecordSource,
    record: InboxRecord,
    isHeld: boolean,
  ) => Promise<InboxRecord | undefined>
}

/** Deletes a record for good. */
export const remove: RecordAction = {
  name: 'Delete',
  doing: 'Deleting',
  done: 'Deleted',
  failed: (noun) => `Failed to delete ${noun}`,
  leaves: true,
  async send(source, { id }, isHeld) {
    await deleteRecord(source, id, isHeld)
    return undefined
  },
}

/** Makes a held record count like any other. */
export const release: RecordAction = {
  name: 'Release',
  doing: 'Releasing',
  done: 'Released',
  failed: (noun) => `Failed to release ${noun}`,
  leaves: true,
  async send(source, { id }) {
    await releaseRecord(source, id)
    return undefined
  },
}

/** Puts a listed record among the held ones. */
export const hold: RecordAction = {
  name: 'Mark as spam',
  doing: 'Marking',
  done: 'Marked as spam:',
  failed: (noun) => `Failed to mark ${noun} as spam`,
  leaves: true,
  async send(source, { id }) {
    await holdRecord(source, id)
    return undefined
  },
}

const change =
  (change: StateChange): RecordAction['send'] =>
  (source, { id }) =>
    changeRecord(source, id, change)

const answer: RecordAction = {
  name: 'Mark answered',
  doing: 'Marking',
  done: 'Marked as answered:',
  failed: (noun) => `Failed to mark ${noun} as answered`,
  leaves: false,
  send: change({ answered: true }),
}

const takeBack: RecordAction = {
  name: 'Not answered',
  doing: 'Taking back',
  done: 'Not answered any more:',
  failed: (noun) => `Failed to mark ${noun} as not answered`,
  leaves: false,
  send: change({ answered: false }),
}

/** Marks records as answered; where all of them are, takes that back. */
export const answering = (records: readonly InboxRecord[]): RecordAction =>
  records.every(({ state }) => state?.answeredAt) ? takeBack : answer

/** Says that nobody has read it yet. */
export const forget: RecordAction = {
  name: 'Mark unread',
  doing: 'Marking',
  done: 'Marked as unread:',
  failed: (noun) => `Failed to mark ${noun} as unread`,
  leaves: false,
  send: change({ seen: false }),
}
