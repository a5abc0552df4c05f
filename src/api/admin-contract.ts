import type { Submission } from '#forms/submission.ts'
import type { Project } from '#forms/waitlist.ts'

/**
 * The answers of the admin API. The functions check their answers against these types with
 * `satisfies` and the dashboard reads them, so a renamed key fails to compile. This file holds
 * types only. Times are ISO 8601. Null means that something has not happened.
 */

/** How many records the server has read, of how many. */
export type Progress = { done: number; of: number }

/** How the API names a list: a form's collection, and the project if the form has projects. */
export type ListAddress = { collection: string; projectSlug?: string }

/** Counts of the whole list: searches and filters do not change them. */
export type StatusCounts = {
  /** Not opened yet. */
  new: number
  /** A reply was promised and is not sent yet. */
  waiting: number
  /** Waiting for longer than was promised. */
  overdue: number
  held: number
}

export type ListSummary = {
  total: number
  /** The id of the newest record. */
  newest: string | null
  counts: StatusCounts & {
    answered: number
    /** Waiting, not overdue, and due before the studio's day ends. */
    dueToday: number
  }
  /** Present only until all records are counted. */
  indexed?: Progress
}

/**
 * `projectName` is the app's name, for a list with a project; `uncounted` is how many lists could
 * not be counted, missing if none.
 */
export type CountsAnswer = {
  items: (ListAddress & ListSummary & { projectName?: string })[]
  uncounted?: number
}

/** What the studio did with a record. */
export type RecordState = {
  seenAt: string | null
  answeredAt: string | null
  /** The name of who answered, if a person was signed in. */
  answeredBy?: string
  /** When the promised reply is due. It stays after the answer. */
  dueAt: string | null
  /** How often the note was changed. */
  version: number
  /** Present only in an answer about one record. */
  note?: string | null
  /** Replaces the note in a list. */
  hasNote?: boolean
}

/** A submission as the admin reads it. A held submission has no state. */
export type InboxRecord = Submission & {
  readonly state?: RecordState
  /** Its resume was not kept, because the day's room for files was used up. */
  readonly lacksFile?: true
  /** Present only in an answer about one record. */
  readonly told?: DeliveryStatuses
  /** Present only in an answer about one record. */
  readonly receipt?: ReceiptStatus
}

/** A change of a record's state. A new note names the version that it replaces. */
export type StateChange =
  { seen: boolean } | { answered: boolean } | { note: string; version: number }

/** `isUnchanged`: the record was so already, and the request changed nothing. */
export type ChangedRecord = InboxRecord & { readonly isUnchanged?: true }

/** A release or a hold. `isUnchanged`: the record was there already, and the request moved nothing. */
export type MovedAnswer = { ok: true; id: string; isUnchanged?: true }

export type ListPage = {
  items: InboxRecord[]
  /** How many records match the query. */
  total: number
  /** The cursor of the next page. */
  next: string | null
  counts: StatusCounts
  /** Present after a search or a sort, until all records are counted. */
  indexed?: Progress
}

export type ProjectsAnswer = { items: Project[]; total: number }

/** How many records came in during the week that starts at `from`. */
export type Week = { from: string; count: number }
export type WeeksAnswer = { weeks: Week[] }

export type Channel = 'mail' | 'webhook'

/** The delivery of one record's notification through one channel. */
export type DeliveryStatus =
  | { toldAt: string }
  | { owedSince: string; tries: number; mostTries: number; why: string | null }
  | { failedAt: string; why: string }

/** By channel. A channel that is not configured is missing. */
export type DeliveryStatuses = Partial<Record<Channel, DeliveryStatus>>

/** When the sender got a receipt, or a sentence that says why not. */
export type ReceiptStatus = { sentAt: string } | { why: string }

export type NotificationsAnswer = {
  channels: {
    channel: Channel
    isSet: boolean
    /** One sentence for each wrong setting. */
    wrong: readonly string[]
    deliveredAt: string | null
    failedAt: string | null
    why: string | null
  }[]
  /** How many records are pending. */
  owed: number
  failed: {
    total: number
    items: (ListAddress & {
      id: string
      reference: string
      why: Partial<Record<Channel, string>>
      /** Another channel has told of it. */
      isTold?: boolean
    })[]
  }
  /** The daily limit for resumes, and when the last one was refused in the past day. */
  files: { limitMib: number; refusedAt: string | null }
  build: WaitingForBuild | null
  check: DailyCheck | null
}

/** When the site's daily check of itself last passed, and what is wrong since. */
export type DailyCheck = { passedAt: string | null; why: string | null }

/** Entries that should have appeared or closed, and what to do. */
export type WaitingForBuild = { entries: number; isFault: boolean; why: string }

export type TestAnswer = {
  channels: Partial<Record<Channel, { ok: true; note?: string } | { ok: false; why: string }>>
}

/** How many notifications were queued again, and how many failed ones are left. */
export type SendAgainAnswer = { sent: number; left: number }

/**
 * `isEmergency`: signed in with the password, although somebody has a passkey. `name`: whose session
 * was refreshed.
 */
export type SessionAnswer = { ok: true; isEmergency?: boolean; name?: string }

export type PersonRecord = ListAddress & { id: string; createdAt: string; held: boolean }
export type PersonAnswer = { items: PersonRecord[]; total: number }
export type ErasedAnswer = { erased: number }

/** The last run of the store's self-test, and when the last successful run was. */
export type SelfTest = {
  ok: boolean
  ranAt: string
  passedAt: string | null
  checks: { name: string; ok: boolean; note?: string }[]
}

export type Refusal = {
  error: string
  /** The current state, if the change was based on an older one. */
  state?: RecordState
  /** Present if not all records could be read yet. */
  indexed?: Progress
  /** How many are left, if only a part was done. */
  left?: number
  /** A new sign-in is asked for; then the same request succeeds. */
  again?: true
  /** The person of this session was removed. */
  removed?: true
}

/** A person who signs in, as the others see them. */
export type StaffMember = {
  id: string
  name: string
  email: string
  invitedBy: string
  invitedAt: string
  /** When an open invitation ends; null without one. */
  invitedUntil: string | null
  passkeys: { id: string; name: string; madeAt: string; usedAt: string | null }[]
}
/** `me` is the id of who asks; null after a sign-in with the password. */
export type StaffAnswer = { items: StaffMember[]; me: string | null }
/** The link is shown only here. */
export type InviteAnswer = { member: StaffMember; link: string; isMailed: boolean }

/** An act in the log: whose, what, and about what. It never has a word of a sender. */
export type LogItem = {
  id: string
  at: string
  who: { id: string; name: string }
  act: string
  about: { collection?: string | undefined; id?: string | undefined }
}
/** `next` is the cursor of the next page; a page may be short, or empty, before the last one. */
export type LogAnswer = { items: LogItem[]; next: string | null }
