import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import type { Project } from '#forms/waitlist.ts'

/**
 * What the admin API answers. The functions hold their answers to these types with `satisfies`, and
 * the dashboard reads them, so a renamed key fails to compile. Only types stand here. Times are ISO
 * 8601; null stands for what has not happened.
 */

/** How many records the server has read, of how many. */
export type Progress = { done: number; of: number }

/** How the API names a list: a form's collection, and the project where the form is split. */
export type ListAddress = { collection: string; projectSlug?: string }

/** What a list can be narrowed to. */
export type Status = 'new' | 'waiting' | 'overdue' | 'answered'

/** Of the whole list, whatever is searched or filtered. */
export type StatusCounts = {
  /** Not opened yet. */
  new: number
  /** Promised a reply, and without one. */
  waiting: number
  /** Waiting for longer than was promised. */
  overdue: number
  held: number
}

/** A list in numbers. */
export type ListSummary = {
  total: number
  /** The id of its newest record. */
  newest: string | null
  counts: StatusCounts & {
    answered: number
    /** Waiting, not overdue, and due before the studio's day is over. */
    dueToday: number
  }
  /** Only while not all are counted. */
  indexed?: Progress
}
export type CountsAnswer = { items: (ListAddress & ListSummary)[] }

/** What the studio did with a record. */
export type RecordState = {
  seenAt: string | null
  answeredAt: string | null
  /** When the studio has promised a reply; it stays after the answer. */
  dueAt: string | null
  /** Counts the changes of the note. */
  version: number
  /** Only in an answer about one record. */
  note?: string | null
  /** In a list it stands for the note. */
  hasNote?: boolean
}

/** A submission as the admin reads it; a held one has no state. */
export type InboxRecord<F extends Form = Form> = Submission<F> & {
  readonly state?: RecordState
  /** Only in an answer about one record. */
  readonly told?: Told
}

/** A change of a record's state; a note names the version that it is written over. */
export type StateChange =
  { seen: boolean } | { answered: boolean } | { note: string; version: number }

/** One page of a list. */
export type ListPage<F extends Form = Form> = {
  items: InboxRecord<F>[]
  /** How many records match what was asked for. */
  total: number
  /** The cursor of the next page. */
  next: string | null
  counts: StatusCounts
  /** After a search or a sort, and while not all are counted. */
  indexed?: Progress
}

export type ProjectsAnswer = { items: Project[]; total: number }

/** How much came in during the week from this moment on. */
export type Week = { from: string; count: number }
export type WeeksAnswer = { weeks: Week[] }

type Channel = 'mail' | 'webhook'

/** The delivery of one record's notification through one channel. */
export type Telling =
  | { toldAt: string }
  | { owedSince: string; tries: number; mostTries: number; why: string | null }
  | { failedAt: string; why: string }

/** By channel; nothing of a channel that is not set. */
export type Told = Partial<Record<Channel, Telling>>

/** The state of the notifications. */
export type NotificationsAnswer = {
  channels: {
    channel: Channel
    isSet: boolean
    /** Sentences that say which settings are wrong. */
    wrong: readonly string[]
    deliveredAt: string | null
    failedAt: string | null
    why: string | null
  }[]
  /** How many records are pending. */
  owed: number
  failed: {
    total: number
    items: { id: string; reference: string; why: Partial<Record<Channel, string>> }[]
  }
  /** The day's limit for resumes, and when one was last refused within a day. */
  files: { limitMib: number; refusedAt: string | null }
}

/** The results of a test, by channel. */
export type TestAnswer = {
  channels: Partial<Record<Channel, { ok: true; note?: string } | { ok: false; why: string }>>
}

/** How many were queued again, and how many failed ones are left. */
export type SendAgainAnswer = { sent: number; left: number }

/** One record of a person. */
export type PersonRecord = ListAddress & { id: string; createdAt: string; held: boolean }
export type PersonAnswer = { items: PersonRecord[]; total: number }
export type ErasedAnswer = { erased: number }

/** The last run of the store's self-test, and when one last passed. */
export type SelfTest = {
  ok: boolean
  ranAt: string
  passedAt: string | null
  checks: { name: string; ok: boolean; note?: string }[]
}

/** A refusal. */
export type Refusal = {
  error: string
  /** The current state, after a change that was written over an older one. */
  state?: RecordState
  /** Where records could not all be read yet. */
  indexed?: Progress
  /** How many are left, where only a part was done. */
  left?: number
}
