import type { InboxRecord, StateChange } from '#api/admin-contract.ts'
import type { RecordSource } from '../api/lists.ts'
import { changeRecord, deleteRecord, moveRecord } from '../api/one-record.ts'

type Words = {
  /** The words of the button. */
  name: string
  /** What the button does, if its name does not say all of it. */
  hint?: string
  doing: string
  /** What was done, for the records in words. */
  done: (which: string) => string
  failed: (noun: string) => string
}

export type RecordAction = Words & {
  /** The record leaves the list. */
  leaves: boolean
  /** Takes it back; a delete is final. */
  undo?: () => RecordAction
  /** Asks the server for it. Resolves to the changed record if it stays in the list. */
  send: (
    source: RecordSource,
    record: InboxRecord,
    isHeld: boolean,
  ) => Promise<InboxRecord | undefined>
}

type Send = (source: RecordSource, id: string, isHeld: boolean) => Promise<unknown>

/** Makes an action after which the record is in another list, or in none. */
const leaving = (send: Send, words: Words & Pick<RecordAction, 'undo'>): RecordAction => ({
  ...words,
  leaves: true,
  async send(source, { id }, isHeld) {
    await send(source, id, isHeld)
    return undefined
  },
})

const marking = (
  name: string,
  as: string,
  change: StateChange,
  undo: () => RecordAction,
): RecordAction => ({
  name,
  undo,
  doing: 'Marking',
  done: (which) => `Marked ${which} as ${as}`,
  failed: (noun) => `Failed to mark ${noun} as ${as}`,
  leaves: false,
  send: (source, { id }) => changeRecord(source, id, change),
})

export const remove = leaving(deleteRecord, {
  name: 'Delete',
  doing: 'Deleting',
  done: (which) => `Deleted ${which}`,
  failed: (noun) => `Failed to delete ${noun}`,
})

export const release: RecordAction = leaving(moveRecord('release'), {
  name: 'Release',
  doing: 'Releasing',
  done: (which) => `Released ${which}`,
  undo: () => hold,
  failed: (noun) => `Failed to release ${noun}`,
})

export const hold: RecordAction = leaving(moveRecord('hold'), {
  name: 'Mark as spam',
  hint: 'Moves to Held',
  doing: 'Marking',
  done: (which) => `Marked ${which} as spam`,
  undo: () => release,
  failed: (noun) => `Failed to mark ${noun} as spam`,
})

const answer: RecordAction = marking(
  'Mark answered',
  'answered',
  { answered: true },
  () => takeBack,
)

const takeBack: RecordAction = marking(
  'Mark unanswered',
  'unanswered',
  { answered: false },
  () => answer,
)

/** Marks records as answered; takes that back if all of them are. */
export const answering = (records: readonly InboxRecord[]): RecordAction =>
  records.every(({ state }) => state?.answeredAt) ? takeBack : answer

export const forget: RecordAction = marking(
  'Mark unread',
  'unread',
  { seen: false },
  () => markRead,
)

export const markRead = marking('Mark read', 'read', { seen: true }, () => forget)
