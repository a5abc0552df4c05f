import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import type { Project } from '#forms/waitlist.ts'
import { ApiError, call, type CallOptions } from '../../api/call.ts'
import { listPath, projectQuery, type RecordSource } from './record-source.ts'

/** What a list answers: one page of records, how many there are, and where the next page starts. */
export type ListPage<F extends Form = Form> = {
  items: Submission<F>[]
  total: number
  next: string | null
  /** While a search or an order still covers `done` of the `of` records. */
  indexed?: { done: number; of: number }
}

/** Which records of a list are asked for. */
type ListQuery = {
  /** How many at most. */
  limit: number
  /** The held ones, and no others. */
  isHeld?: boolean
  /** The cursor after which the page starts: `next` of the page before. */
  after?: string | undefined
  /** Words that are searched for, in every text. */
  search?: string | undefined
  /** A column, with a minus in front for the reverse order. */
  sort?: string | undefined
}

// Each function here throws what `call` throws: ApiError, or what fetch throws.

let refreshing: Promise<unknown> | undefined

/** Renews the session; calls that need it at the same time share one request. */
export const refresh = (): Promise<unknown> =>
  (refreshing ??= call('/api/admin/refresh').finally(() => {
    refreshing = undefined
  }))

/** Starts a session; its cookies come with the answer. */
export const login = (email: string, password: string): Promise<unknown> =>
  call('/api/admin/login', { body: { email, password } })

/** Ends this session. */
export const logout = (): Promise<unknown> => call('/api/admin/logout')

/** Ends every session of the admin, on every device. */
export const signOutEverywhere = (): Promise<unknown> => ask('sign-out-everywhere', 'POST')

/** Calls the admin API; a stale session is refreshed once, and the call retried. */
async function ask(
  path: string,
  method: NonNullable<CallOptions['method']>,
  options: CallOptions = {},
): Promise<unknown> {
  const send = () => call(`/api/admin/${path}`, { ...options, method })
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  await refresh()
  return send()
}

/** One page of the records, the newest first unless `sort` says otherwise. */
export async function listRecords<F extends Form>(
  source: RecordSource<F>,
  { limit, isHeld, after, search, sort }: ListQuery,
): Promise<ListPage<F>> {
  const query = new URLSearchParams({
    ...projectQuery(source),
    limit: String(limit),
    ...(isHeld && { state: 'held' }),
    ...(after && { cursor: after }),
    ...(search && { search }),
    ...(sort && { sort }),
  })
  // The functions of this repository answer, with records of this form.
  return (await ask(`${listPath(source)}?${query}`, 'GET')) as ListPage<F>
}

/** How many records there are; the lists answer that with any page. */
export const countRecords = async (source: RecordSource, isHeld = false): Promise<number> =>
  (await listRecords(source, { limit: 1, isHeld })).total

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
): Promise<Submission<F>> {
  // As above.
  return (await ask(recordPath(source, id, isHeld), 'GET')) as Submission<F>
}

/** Deletes a record and its file for good; ApiError 404 where it is gone already. */
export const deleteRecord = (source: RecordSource, id: string, isHeld: boolean): Promise<unknown> =>
  ask(recordPath(source, id, isHeld), 'DELETE')

/** Moves a held record among those that count; ApiError 404 where it is gone already. */
export const releaseRecord = (source: RecordSource, id: string): Promise<unknown> =>
  ask(`${listPath(source)}/${encodeURIComponent(id)}/release`, 'POST')

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
