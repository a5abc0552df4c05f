import { ApiError, call, type Call } from '../api/call.ts'

/** What a list answers: one page of records, how many there are, and where the next page starts. */
export type RecordPage = { items: StoredRecord[]; total: number; next: string | null }
export type StoredRecord = { id: string; createdAt: string } & Record<string, unknown>

let refreshing: Promise<unknown> | undefined

/** Renews the session; calls that need it at the same time share one request. */
export const refresh = (): Promise<unknown> =>
  (refreshing ??= call('/api/admin/refresh').finally(() => {
    refreshing = undefined
  }))

export const login = (email: string, password: string): Promise<unknown> =>
  call('/api/admin/login', { body: { email, password } })

export const logout = (): Promise<unknown> => call('/api/admin/logout')

/** Reads from or deletes in the admin API; a stale session is refreshed once, and the call retried. */
async function ask(path: string, method: NonNullable<Call['method']>): Promise<unknown> {
  const send = () => call(`/api/admin/${path}`, { method })
  try {
    return await send()
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  await refresh()
  return send()
}

export async function listRecords(collection: string, limit: number, after?: string) {
  const query = new URLSearchParams({ limit: String(limit), ...(after && { cursor: after }) })
  // The functions of this same repository answer.
  return (await ask(`${collection}?${query}`, 'GET')) as RecordPage
}

export async function readRecord(collection: string, id: string) {
  return (await ask(`${collection}/${encodeURIComponent(id)}`, 'GET')) as StoredRecord
}

export const deleteRecord = (collection: string, id: string): Promise<unknown> =>
  ask(`${collection}/${encodeURIComponent(id)}`, 'DELETE')

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

/** The one place where an admin call's failure becomes words. */
export const inWords = (error: unknown, fallback: string): string =>
  isUnauthorized(error) ? 'Unauthorized' : fallback
