import type { InboxRecord, StateChange } from '#api/admin-contract.ts'
import type { RecordSource } from '../api/lists.ts'
import { changeRecord, deleteRecord, holdRecord, releaseRecord } from '../api/one-record.ts'

type Words = {
  /** The words of the button. */
  name: string
  /** What the button does, if its name does not say all of it. */
  hint?: string
  doing: string
  done: string
  failed: (noun: string) => string
}

export type RecordAction = Words & {
  /** The record leaves the list. */
  leaves: boolean
  /** Asks the server for it. Resolves to the changed record if it stays in the list. */
  send: (
    source: RecordSource,
    record: InboxRecord,
    isHeld: boolean,
  ) => Promise<InboxRecord | undefined>
}

type Send = (source: RecordSource, id: string, isHeld: boolean) => Promise<unknown>

/** Makes an action after which the record is in another list, or in none. */
const leaving = (send: Send, words: Words): RecordAction => ({
  ...words,
  leaves: true,
  async send(source, { id }, isHeld) {
    await send(source, id, isHeld)
    return undefined
  },
})

const marking = (name: string, as: string, change: StateChange): RecordAction => ({
  name,
  doing: 'Marking',
  done: `Marked as ${as}:`,
  failed: (noun) => `Failed to mark ${noun} as ${as}`,
  leaves: false,
  send: (source, { id }) => changeRecord(source, id, change),
})

export const remove = leaving(deleteRecord, {
  name: 'Delete',
  doing: 'Deleting',
  done: 'Deleted',
  failed: (noun) => `Failed to delete ${noun}`,
})

export const release = leaving(releaseRecord, {
  name: 'Release',
  doing: 'Releasing',
  done: 'Released',
  failed: (noun) => `Failed to release ${noun}`,
})

export const hold = leaving(holdRecord, {
  name: 'Mark as spam',
  hint: 'Moves to Held',
  doing: 'Marking',
  done: 'Marked as spam and moved to Held:',
  failed: (noun) => `Failed to mark ${noun} as spam`,
})

const answer = marking('Mark answered', 'answered', { answered: true })

const takeBack = marking('Mark unanswered', 'unanswered', { answered: false })

/** Marks records as answered; takes that back if all of them are. */
export const answering = (records: readonly InboxRecord[]): RecordAction =>
  records.every(({ state }) => state?.answeredAt) ? takeBack : answer

export const forget = marking('Mark unread', 'unread', { seen: false })
