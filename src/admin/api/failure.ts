import type { Refusal } from '#api/admin-contract.ts'
import { ApiError, messageIn } from '../../api/call.ts'

/** Why an admin call failed: the words of the banner, and what may help. */
export type Failure = {
  words: string
  /** A new sign-in helps, the network's return does, or only another try. */
  cause: 'session' | 'connection' | 'other'
  /** There is no such record any more. */
  isGone: boolean
  /** The server understood, and will never do it. */
  isRefused?: boolean
  /** Names the request in the server's log, where the server failed. */
  requestId?: string
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

/** Whether the API itself said so: the platform, or a proxy on the way, knows nothing of a record. */
const isOurs = (error: unknown) => error instanceof ApiError && Boolean(messageIn(error.body))

/** What the API says beside the error; nothing where something else answered. */
export const refusalIn = (error: unknown): Partial<Refusal> =>
  // The platform, or a proxy on the way, may answer with any JSON.
  error instanceof ApiError ? ((error.body as Partial<Refusal> | null | undefined) ?? {}) : {}

/** What is no answer of the server's is thrown by fetch; a time-out is no answer either. */
export const hasNoAnswer = (error: unknown): boolean => [undefined, 408].includes(statusOf(error))

/** The one place where an admin call's failure becomes words. */
export function failureOf(error: unknown, fallback: string): Failure {
  const status = statusOf(error)
  if (status === 401) return { words: 'Unauthorized', cause: 'session', isGone: false }
  const requestId = error instanceof ApiError && error.status >= 500 && error.requestId
  return {
    words: fallback,
    cause: hasNoAnswer(error) ? 'connection' : 'other',
    isGone: status === 404 && isOurs(error),
    isRefused: status === 400 && isOurs(error),
    ...(requestId && { requestId }),
  }
}
