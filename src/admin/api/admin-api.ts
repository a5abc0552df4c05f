import type {
  InboxRecord,
  ListPage,
  ProjectsAnswer,
  RecordState,
  SelfTest,
  StateChange,
  Status,
  Week,
  WeeksAnswer,
} from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { ask, peek } from './ask.ts'
import { noteCounts } from './counts.ts'
import { refusalIn } from './failure.ts'
import { listPath, projectQuery, type RecordSource } from './record-source.ts'

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

/** What a list can be narrowed to, in the order of its chips. */
export const STATUSES: readonly Status[] = ['new', 'waiting', 'overdue', 'answered']

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

/** One page of the records, the newest first unless `sort` says otherwise. */
export async function listRecords<F extends Form>(
  source: RecordSource<F>,
  query: ListQuery,
): Promise<ListPage<F>> {
  const page = await ask<ListPage<F>>(`${listPath(source)}?${queryOf(source, query)}`, 'GET')
  const isWhole = !query.isHeld && !query.search && !query.status
  // What was counted in part is no number to show.
  if (page.indexed?.done === page.indexed?.of) {
    noteCounts(source, { ...page.counts, ...(isWhole && { all: page.total }) })
  }
  return page
}

/** The newest records of a list, without renewing the session: nobody has done anything. */
export const peekRecords = (source: RecordSource, limit: number): Promise<ListPage> =>
  peek(`${listPath(source)}?${queryOf(source, { limit })}`)

/** How many records there are; the lists answer that with any page. */
export const countRecords = async (source: RecordSource, query: ListQuery = {}): Promise<number> =>
  (await listRecords(source, { ...query, limit: 1 })).total

/** The projects that a form's records are split by, and how many there are. */
export const listProjects = ({ collection }: Form): Promise<ProjectsAnswer> =>
  ask(`${collection}/projects`, 'GET')

/** The address of one record, below /api/admin/. */
const recordPath = (source: RecordSource, id: string, isHeld: boolean) =>
  `${listPath(source)}/${encodeURIComponent(id)}${isHeld ? '?state=held' : ''}`

/** The record of this id; ApiError 404 where there is none any more. */
export const readRecord = <F extends Form>(
  source: RecordSource<F>,
  id: string,
  isHeld: boolean,
): Promise<InboxRecord<F>> => inTurn(id, () => ask(recordPath(source, id, isHeld), 'GET'))

/** Deletes a record and its file for good; ApiError 404 where it is gone already. */
export const deleteRecord = (source: RecordSource, id: string, isHeld: boolean): Promise<unknown> =>
  inTurn(id, () => ask(recordPath(source, id, isHeld), 'DELETE'))

const actionPath = (source: RecordSource, id: string, action: 'release' | 'hold') =>
  `${listPath(source)}/${encodeURIComponent(id)}/${action}`

/** Moves a held record among those that count; ApiError 404 where it is gone already. */
export const releaseRecord = (source: RecordSource, id: string): Promise<unknown> =>
  inTurn(id, () => ask(actionPath(source, id, 'release'), 'POST'))

/** Moves a record among the held ones; ApiError 404 where it is gone already. */
export const holdRecord = (source: RecordSource, id: string): Promise<unknown> =>
  inTurn(id, () => ask(actionPath(source, id, 'hold'), 'POST'))

/** Changes the record's state; ApiError 409 where a note was written over another version. */
export const changeRecord = (
  source: RecordSource,
  id: string,
  change: StateChange,
): Promise<InboxRecord> =>
  inTurn(id, () => ask(recordPath(source, id, false), 'PATCH', { body: change }))

/** The current state, where a change was refused because it was written over an older one. */
export const conflictIn = (error: unknown): RecordState | undefined =>
  error instanceof ApiError && error.status === 409 ? refusalIn(error).state : undefined

/** A request's whole time on Netlify. */
const SELF_TEST_MS = 60_000

/** The last run of the store's self-test, or null where there was none yet. */
export const readSelfTest = (): Promise<SelfTest | null> => ask('self-test', 'GET')

/** Runs it now. */
export const runSelfTest = (): Promise<SelfTest> =>
  ask('self-test', 'POST', { timeOutMs: SELF_TEST_MS })

/** The last weeks, all forms together, the oldest first. */
export const readWeeks = async (): Promise<Week[]> => (await ask<WeeksAnswer>('weeks', 'GET')).weeks

const lastRequests = new Map<string, Promise<unknown>>()

/**
 * Sends the requests about one record in the order in which they were made. A quick keypress would
 * otherwise overtake a request under way, such as the one that marks the record as seen.
 */
export function inTurn<T>(id: string, send: () => Promise<T>): Promise<T> {
  const before = lastRequests.get(id) ?? Promise.resolve()
  // A failure of the one before has been reported to its own caller.
  const answer = before.then(send, send)
  lastRequests.set(id, answer)
  const forget = () => {
    if (lastRequests.get(id) === answer) lastRequests.delete(id)
  }
  void answer.then(forget, forget)
  return answer
}
