import type {
  ChangedRecord,
  InboxRecord,
  ListAddress,
  MovedAnswer,
  RecordState,
  SendAgainAnswer,
  StateChange,
} from '#api/admin-contract.ts'
import { ApiError } from '../../api/call.ts'
import { callAdmin, callAdminQuietly } from './call-admin.ts'
import { refusalIn } from './failure.ts'
import { keptPages } from './kept-pages.ts'
import { listPath, type RecordSource } from './lists.ts'

const recordPath = (source: RecordSource, id: string, isHeld: boolean) =>
  `${listPath(source)}/${encodeURIComponent(id)}${isHeld ? '?state=held' : ''}`

/** ApiError 404 if the record no longer exists. */
export const readRecord = (source: RecordSource, id: string, isHeld: boolean) =>
  inTurn(id, () => callAdmin<InboxRecord>(recordPath(source, id, isHeld), 'GET'))

/** The same without renewing the session. */
export const peekRecord = (source: RecordSource, id: string, isHeld: boolean) =>
  callAdminQuietly<InboxRecord>(recordPath(source, id, isHeld))

/** Deletes a record and its file for good; ApiError 404 if it is already gone. */
export const deleteRecord = (source: RecordSource, id: string, isHeld: boolean): Promise<unknown> =>
  write(id, () => callAdmin(recordPath(source, id, isHeld), 'DELETE'))

/** Releases a held record, or holds one; ApiError 404 if it is already gone. */
export const moveRecord = (
  source: RecordSource,
  id: string,
  to: 'release' | 'hold' | 'hold?undo=yes',
) =>
  write(id, () =>
    callAdmin<MovedAnswer>(`${listPath(source)}/${encodeURIComponent(id)}/${to}`, 'POST'),
  )

/** Changes the record's state; ApiError 409 if the note has another version by now. */
export const changeRecord = (source: RecordSource, id: string, change: StateChange) =>
  write(id, () =>
    callAdmin<ChangedRecord>(recordPath(source, id, false), 'PATCH', { body: change }),
  )

/** Sends one failed notification again, or all of them. */
export const sendAgain = (record?: ListAddress & { id: string }): Promise<SendAgainAnswer> =>
  callAdmin('notifications/send-again', 'POST', { body: record ?? {} })

/** The current state, if a change was refused because it was based on an older one. */
export const conflictIn = (error: unknown): RecordState | undefined =>
  error instanceof ApiError && error.status === 409 ? refusalIn(error).state : undefined

async function write<T>(id: string, send: () => Promise<T>): Promise<T> {
  const answer = await inTurn(id, send)
  for (const [name, { items }] of keptPages)
    if (items.some((one) => one.id === id)) keptPages.delete(name)
  return answer
}

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
