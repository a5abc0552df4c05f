import { atom } from 'nanostores'
import type { ChangedRecord, InboxRecord, StateChange } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import type { RecordSource } from '../api/lists.ts'
import { changeRecord, deleteRecord, moveRecord } from '../api/one-record.ts'
import { $noteDrafts } from '../session/kept.ts'

export type RecordAction = {
  /** The words of the button. */
  name: string
  /** What the button does, if its name does not say all of it. */
  hint?: string
  doing: string
  /** What the records are afterwards. */
  as: string
  /** What was done, for the records in words. */
  done: (which: string) => string
  failed: (noun: string) => string
  leaves: boolean
  /** The record is so already: neither the action nor its Undo touches it. */
  isDone?: (record: InboxRecord) => boolean
  undo?: () => RecordAction
  /** A question is asked first for so many records or more; it says what cannot be taken back. */
  asks?: { from: number; words: string }
  /** Asks the server for it. Resolves to the state of a record that stays in the list. */
  send: (source: RecordSource, record: InboxRecord, isHeld: boolean) => Promise<Changed | undefined>
}

type Changed = Pick<ChangedRecord, 'state' | 'isUnchanged'>

const marking = (as: string): Pick<RecordAction, 'as' | 'doing' | 'done' | 'failed'> => ({
  as,
  doing: 'Marking',
  done: (which) => `Marked ${which} as ${as}`,
  failed: (noun) => `Failed to mark ${noun} as ${as}`,
})

/** By the record's id: when it was answered, or null, after what this tab did last. */
const marked = new Map<string, string | null>()

/** When it was answered, if this tab did that last; null if this tab took it back. */
export const answeredHere = (id: string) => marked.get(id)

/** By the record's id: when it was answered, as it was read or changed last while it was open. */
export const $foundAnswered = atom<Readonly<Record<string, string | null>>>({})

const mark = (name: string, as: string, change: StateChange, undo: () => RecordAction) => ({
  ...{ name, undo, ...marking(as), leaves: false },
  isDone: ({ state }: InboxRecord) =>
    'seen' in change
      ? change.seen === Boolean(state?.seenAt)
      : 'answered' in change && change.answered === Boolean(state?.answeredAt),
  async send(source: RecordSource, { id }: InboxRecord) {
    const changed = await changeRecord(source, id, change)
    if ('answered' in change && !changed.isUnchanged)
      marked.set(id, changed.state?.answeredAt ?? null)
    return changed
  },
})

export const remove: RecordAction = {
  name: 'Delete',
  as: 'gone',
  doing: 'Deleting',
  done: (which) => `Deleted ${which}`,
  failed: (noun) => `Failed to delete ${noun}`,
  asks: { from: 1, words: 'This cannot be undone.' },
  leaves: true,
  send: (source, { id }, isHeld) => deleteRecord(source, id, isHeld).then(() => undefined),
}

export const release: RecordAction = {
  name: 'Release',
  as: 'released',
  doing: 'Releasing',
  // Its receipt may have gone at once.
  done: (which) => `Released ${which}; mails are not called back`,
  undo: () => holdAgain,
  failed: (noun) => `Failed to release ${noun}`,
  asks: { from: 2, words: 'Each sender may get a receipt by mail, which cannot be called back.' },
  leaves: true,
  send: (source, { id }) => moveRecord(source, id, 'release'),
}

export const hold: RecordAction = {
  name: 'Mark as spam',
  hint: 'Moves to Held',
  undo: () => takeBack,
  ...marking('spam'),
  as: 'marked as spam',
  leaves: true,
  send: (source, { id }) => moveRecord(source, id, 'hold'),
}

/** For the reasons that it had, unless somebody worked on it since. */
const holdAgain: RecordAction = {
  ...hold,
  send: (source, { id }) => moveRecord(source, id, 'hold?undo=yes'),
}

/** Released, a record is new; one that was read before is read again. */
const takeBack: RecordAction = {
  ...release,
  async send(source, record, isHeld) {
    await release.send(source, record, isHeld)
    // If only this fails, the record is new in its list again, and nothing is lost.
    if (record.state?.seenAt) await markRead.send(source, record, false).catch(() => undefined)
    return undefined
  },
}

const answer: RecordAction = mark('Mark answered', 'answered', { answered: true }, () => owe)
export const owe: RecordAction = mark(
  'Mark unanswered',
  'unanswered',
  { answered: false },
  () => answer,
)

/** Why nothing in a list can be marked as answered, if so. */
export function whyNoAnswer(form: Form, isHeld: boolean): string | undefined {
  if (!form.replyPromise) return 'No reply is promised here'
  return isHeld ? 'Release it first' : undefined
}

/** Marks records as answered; takes that back if all of them are. */
export const answering = (records: readonly InboxRecord[]): RecordAction =>
  records.every(({ state }) => state?.answeredAt) ? owe : answer

export const forget: RecordAction = mark('Mark unread', 'unread', { seen: false }, () => markRead)
export const markRead: RecordAction = mark('Mark read', 'read', { seen: true }, () => forget)

/** Whether what was typed about this record is not saved. */
export const hasUnsavedNote = ({ id }: { id: string }): boolean => id in $noteDrafts.get()

/** Whether the action takes a note along that is not saved: this is asked first. */
export const takesNotes = (action: RecordAction, records: readonly InboxRecord[]): boolean =>
  (action === hold || action === remove) && records.some(hasUnsavedNote)
