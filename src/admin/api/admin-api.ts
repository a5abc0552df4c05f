import { ApiError, call, type Call } from '../../api/call.ts'
import { pathOf, projectQuery, type Collection } from './record-source.ts'

/** What a list answers: one page of records, how many there are, and where the next page starts. */
export type RecordPage = {
  items: StoredRecord[]
  total: number
  next: string | null
  /** While a search or an order still covers `done` of the `of` records. */
  indexed?: { done: number; of: number }
}
export type StoredRecord = { id: string; createdAt: string } & Record<string, unknown>

/** Which of a collection's records are asked for. */
export type Listing = {
  limit: number
  isHeld?: boolean
  after?: string | undefined
  search?: string | undefined
  sort?: string | undefined
}

export type Project = { id: string; slug: string; name: string }

let refreshing: Promise<unknown> | undefined

/** Renews the session; calls that need it at the same time share one request. */
export const refresh = (): Promise<unknown> =>
  (refreshing ??= call('/api/admin/refresh').finally(() => {
    refreshing = undefined
  }))

export const login = (email: string, password: string): Promise<unknown> =>
  call('/api/admin/login', { body: { email, password } })

export const logout = (): Promise<unknown> => call('/api/admin/logout')

export const signOutEverywhere = (): Promise<unknown> => ask('sign-out-everywhere', 'POST')

/** Calls the admin API; a stale session is refreshed once, and the call retried. */
async function ask(path: string, method: NonNullable<Call['method']>): Promise<unknown> {
  const send = () => call(`/api/admin/${path}`, { method })
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  await refresh()
  return send()
}

export async function listRecords(collection: Collection, asked: Listing) {
  const { limit, isHeld, after, search, sort } = asked
  const query = new URLSearchParams({
    ...projectQuery(collection),
    limit: String(limit),
    ...(isHeld && { state: 'held' }),
    ...(after && { cursor: after }),
    ...(search && { search }),
    ...(sort && { sort }),
  })
  // The functions of this same repository answer.
  return (await ask(`${pathOf(collection)}?${query}`, 'GET')) as RecordPage
}

/** How many records there are; the lists answer that with any page. */
export const countRecords = async (collection: Collection, isHeld = false): Promise<number> =>
  (await listRecords(collection, { limit: 1, isHeld })).total

export async function listProjects(collection: string) {
  return (await ask(`${collection}/projects`, 'GET')) as { items: Project[]; total: number }
}

/** The address of one record, below /api/admin/. */
const place = (collection: Collection, id: string, isHeld: boolean) =>
  `${pathOf(collection)}/${encodeURIComponent(id)}${isHeld ? '?state=held' : ''}`

export async function readRecord(collection: Collection, id: string, isHeld: boolean) {
  return (await ask(place(collection, id, isHeld), 'GET')) as StoredRecord
}

export const deleteRecord = (collection: Collection, id: string, isHeld: boolean) =>
  ask(place(collection, id, isHeld), 'DELETE')

export const releaseRecord = (collection: Collection, id: string) =>
  ask(`${pathOf(collection)}/${encodeURIComponent(id)}/release`, 'POST')
