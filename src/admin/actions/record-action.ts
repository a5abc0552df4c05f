import type { InboxRecord, StateChange } from '#api/admin-contract.ts'
import { changeRecord, deleteRecord, holdRecord, releaseRecord } from '../api/one-record.ts'
import type { RecordSource } from '../api/inbox-record.ts'

/** An action on a record, and its words. */
export type RecordAction = {
  /** The button's words. */
  name: string
  /** What the button does, if its name does not say all of it. */
  hint?: string
  /** While it runs. */
  doing: string
  /** Once it is done. */
  done: string
  /** If it failed. */
  failed: (noun: string) => string
  /** The record leaves the list. */
  leaves: boolean
  /** Asks the server for it. Resolves to the changed record if it stays in the list. */
  send: (
    source: RecordSource,
    record: InboxRecord,
    isHeld: boolean,
  ) => Promise<InboxRecord | undefined>
}

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

export const hold: RecordAction = {
  name: 'Mark as spam',
  hint: 'Moves to Held',
  doing: 'Marking',
  done: 'Marked as spam and moved to Held:',
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
  name: 'Mark unanswered',
  doing: 'Marking',
  done: 'Marked as unanswered:',
  failed: (noun) => `Failed to mark ${noun} as unanswered`,
  leaves: false,
  send: change({ answered: false }),
}

/** Marks records as answered; takes that back if all of them are. */
export const answering = (records: readonly InboxRecord[]): RecordAction =>
  records.every(({ state }) => state?.answeredAt) ? takeBack : answer

export const forget: RecordAction = {
  name: 'Mark unread',
  doing: 'Marking',
  done: 'Marked as unread:',
  failed: (noun) => `Failed to mark ${noun} as unread`,
  leaves: false,
  send: change({ seen: false }),
}
