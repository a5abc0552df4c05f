import type * as Contract from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import type { Status } from '#forms/statuses.ts'
import { callAdmin, callAdminQuietly } from './call-admin.ts'
import { noteCounts, listPath, projectQuery, type RecordSource } from './lists.ts'

export type ListQuery = {
  limit?: number
  isHeld?: boolean | undefined
  /** `next` of the previous page. */
  after?: string | undefined
  search?: string | undefined
  /** A column, with a minus in front for the reverse order. */
  sort?: string | undefined
  status?: Status | undefined
}

/** The query that asks a list, or its file, for these records. The search goes in a body. */
export const queryOf = (source: RecordSource, { limit, isHeld, after, sort, status }: ListQuery) =>
  new URLSearchParams({
    ...projectQuery(source),
    ...(limit && { limit: String(limit) }),
    ...(isHeld && { state: 'held' }),
    ...(after && { cursor: after }),
    ...(sort && { sort }),
    ...(status && { status }),
  })

/** One page of the records, the newest first unless `sort` says otherwise. */
export async function listRecords(
  source: RecordSource,
  query: ListQuery,
): Promise<Contract.ListPage> {
  const { method, ...body } = searching(query)
  const page = await callAdmin<Contract.ListPage>(pathOf(source, query), method, body)
  const isWhole = !query.isHeld && !query.search && !query.status
  // A partial count is not shown.
  if (page.indexed?.done === page.indexed?.of) {
    noteCounts(source, { ...page.counts, ...(isWhole && { all: page.total }) })
  }
  return page
}

/** The same page, read without renewing the session. */
export const peekRecords = (source: RecordSource, query: ListQuery): Promise<Contract.ListPage> =>
  callAdminQuietly(pathOf(source, query), searching(query))

const pathOf = (source: RecordSource, query: ListQuery) =>
  `${listPath(source)}?${queryOf(source, query)}`

const searching = ({ search }: ListQuery) =>
  search ? { method: 'POST' as const, body: { search } } : { method: 'GET' as const }

export const countRecords = async (source: RecordSource, query: ListQuery = {}): Promise<number> =>
  (await listRecords(source, { ...query, limit: 1 })).total

export const listProjects = ({ collection }: Form): Promise<Contract.ProjectsAnswer> =>
  callAdmin(`${collection}/projects`, 'GET')

/** Sends one failed notification again, or all of them. */
export const sendAgain = (
  record?: Contract.ListAddress & { id: string },
): Promise<Contract.SendAgainAnswer> =>
  callAdmin('notifications/send-again', 'POST', { body: record ?? {} })
