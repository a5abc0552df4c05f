import type { Form } from '#forms/form.ts'
import type { Project } from '#forms/waitlist.ts'
import { ApiError, call } from '../../api/call.ts'
import { ask } from './ask.ts'
import { noteCounts, type Counts } from './counts.ts'
import type { InboxRecord, RecordState, StateChange } from './inbox-record.ts'
import { inTurn } from './in-turn.ts'
import { listPath, projectQuery, type RecordSource } from './record-source.ts'

/** What a list answers: one page of records, how many there are, and where the next page starts. */
export type ListPage<F extends Form = Form> = {
  items: InboxRecord<F>[]
  total: number
  next: string | null
  counts: Counts
  /** While a search or an order still covers `done` of the `of` records. */
  indexed?: { done: number; of: number }
}

/** Which records of a list are asked for. */
export type ListQuery = {
  /** How many at most. */
  limit?: number
  /** The held ones, and no others. */
  isHeld?: boolean | undefined
  /** The cursor after which the page starts: `next` of the page before. */
  after?: string | undefined
  /** Words that are searched for, in every text. */
  search?: string | undefined
  /** A column, with a minus in front for the reverse order. */
  sort?: string | undefined
  /** Only those that are so. */
  status?: Status | undefined
}

/** What a list can be narrowed to. */
export const STATUSES = ['new', 'waiting', 'overdue', 'answered'] as const
export type Status = (typeof STATUSES)[number]

/** The query that asks a list, or its file, for these records. */
export const queryOf = (
  source: RecordSource,
  { limit, isHeld, after, search, sort, status }: ListQuery,
) =>
  new URLSearchParams({
    ...projectQuery(source),
    ...(limit && { limit: String(limit) }),
    ...(isHeld && { state: 'held' }),
    ...(after && { cursor: after }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(status && { status }),
  })

// Each function here throws what `call` throws: ApiError, or what fetch throws.

/** Starts a session; its cookies come with the answer. */
export const login = (email: string, password: string): Promise<unknown> =>
  call('/api/admin/login', { body: { email, password } })

/** Ends this session. */
export const logout = (): Promise<unknown> => call('/api/admin/logout')

/** Ends every session of the admin, on every device. */
export const signOutEverywhere = (): Promise<unknown> => ask('sign-out-everywhere', 'POST')

/** One page of the records, the newest first unless `sort` says otherwise. */
export async function listRecords<F extends Form>(
  source: RecordSource<F>,
  query: ListQuery,
): Promise<ListPage<F>> {
  // The functions of this repository answer, with records of this form.
  const page = (await ask(`${listPath(source)}?${queryOf(source, query)}`, 'GET')) as ListPage<F>
  const isWhole = !query.isHeld && !query.search && !query.status
  // What was counted in part is no number to show.
  if (page.indexed?.done === page.indexed?.of) {
    noteCounts(source, { ...page.counts, ...(isWhole && { all: page.total }) })
  }
  return page
}

/** The newest records of a list, without renewing the session: nobody has done anything. */
export const peek = async (source: RecordSource, limit: number): Promise<ListPage> =>
  // As above.
  (await call(`/api/admin/${listPath(source)}?${queryOf(source, { limit })}`, {
    method: 'GET',
  })) as ListPage

/** How many records there are; the lists answer that with any page. */
export const countRecords = async (source: RecordSource, query: ListQuery = {}): Promise<number> =>
  (await listRecords(source, { ...query, limit: 1 })).total

/** The projects that a form's records are split by, and how many there are. */
export async function listProjects({ collection }: Form) {
  // As above.
  return (await ask(`${collection}/projects`, 'GET')) as { items: Project[]; total: number }
}

/** The address of one record, below /api/admin/. */
const recordPath = (source: RecordSource, id: string, isHeld: boolean) =>
  `${listPath(source)}/${encodeURIComponent(id)}${isHeld ? '?state=held' : ''}`

/** The record of this id; ApiError 404 where there is none any more. */
export async function readRecord<F extends Form>(
  source: RecordSource<F>,
  id: string,
  isHeld: boolean,
): Promise<InboxRecord<F>> {
  // As above; whatever is pressed meanwhile happens to a record that was read.
  return (await inTurn(id, () => ask(recordPath(source, id, isHeld), 'GET'))) as InboxRecord<F>
}

/** Deletes a record and its file for good; ApiError 404 where it is gone already. */
export const deleteRecord = (source: RecordSource, id: string, isHeld: boolean): Promise<unknown> =>
  inTurn(id, () => ask(recordPath(source, id, isHeld), 'DELETE'))

const actPath = (source: RecordSource, id: string, act: 'release' | 'hold') =>
  `${listPath(source)}/${encodeURIComponent(id)}/${act}`

/** Moves a held record among those that count; ApiError 404 where it is gone already. */
export const releaseRecord = (source: RecordSource, id: string): Promise<unknown> =>
  inTurn(id, () => ask(actPath(source, id, 'release'), 'POST'))

/** Moves a record among the held ones; ApiError 404 where it is gone already. */
export const holdRecord = (source: RecordSource, id: string): Promise<unknown> =>
  inTurn(id, () => ask(actPath(source, id, 'hold'), 'POST'))

/** Changes the record's state; ApiError 409 where a note was written over another version. */
export async function changeRecord(
  source: RecordSource,
  id: string,
  change: StateChange,
): Promise<InboxRecord> {
  // As above.
  return (await inTurn(id, () =>
    ask(recordPath(source, id, false), 'PATCH', { body: change }),
  )) as InboxRecord
}

/** The state that stands there, where a change was refused because it was written over another one. */
export function conflictIn(error: unknown): RecordState | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  // A refusal of this kind says it.
  return (error.body as { state?: RecordState } | undefined)?.state
}

/** What a run of the store's self-test found, and when one last passed. */
export type SelfTest = {
  ok: boolean
  ranAt: string
  passedAt: string | null
  checks: { name: string; ok: boolean; note?: string }[]
}

/** A request's whole time on Netlify. */
const SELF_TEST_MS = 60_000

/** The last run of the store's self-test, or null where there was none yet. */
export const readSelfTest = async (): Promise<SelfTest | null> =>
  // As above.
  (await ask('self-test', 'GET')) as SelfTest | null

/** Runs it now. */
export const runSelfTest = async (): Promise<SelfTest> =>
  // As above.
  (await ask('self-test', 'POST', { timeOutMs: SELF_TEST_MS })) as SelfTest

/** So much came in during the week from this moment on. */
export type Week = { from: string; count: number }

/** The last weeks, all forms together, the oldest first. */
export const readWeeks = async (): Promise<Week[]> =>
  // As above.
  ((await ask('weeks', 'GET')) as { weeks: Week[] }).weeks
