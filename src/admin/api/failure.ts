import type { Refusal } from '#api/admin-contract.ts'
import { ApiError, messageIn } from '../../api/call.ts'
import { NotLoaded } from './new-version.ts'

/** A failed call: the words of the banner, and what may help. */
export type Failure = {
  words: string
  /** A sentence about the consequences. */
  detail?: string | undefined
  /** What helps: a new sign-in, the network's return, or another try. */
  cause: 'session' | 'connection' | 'other'
  /** What was not done because the session had ended. */
  undone?: string
  isGone?: boolean
  /** Another try would be refused as well. */
  isRefused?: boolean
  /** The server names a time after which it may answer. */
  isBusy?: boolean
  /** Another try comes by itself. */
  isRepeated?: boolean
  /** The id of the request in the server's log, if the server failed. */
  requestId?: string | undefined
}

/** Undefined if there was no answer. */
export const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

/** Whether the API answered; a 404 of the platform or a proxy says nothing about a record. */
const isOurs = (error: unknown) => error instanceof ApiError && Boolean(messageIn(error.body))

/** The details of a refusal; none if something else answered. */
export const refusalIn = (error: unknown): Partial<Refusal> =>
  // The platform, or a proxy on the way, may answer with any JSON.
  error instanceof ApiError ? ((error.body as Partial<Refusal> | null | undefined) ?? {}) : {}

/**
 * The seconds after which a 503 may be answered. Waiting does not help where a part is done and a
 * rest is left.
 */
export const waitOf = (error: unknown): number | undefined =>
  error instanceof ApiError && error.status === 503 && refusalIn(error).left === undefined
    ? error.retryAfterSeconds
    : undefined

/** The one place that words the failure of a call. */
export function failureOf(error: unknown, fallback: string, detail?: string): Failure {
  const status = statusOf(error)
  if (error instanceof NotLoaded) return { words: error.message, cause: 'other' }
  if (status === 401) return { words: 'Unauthorized', cause: 'session', undone: fallback }
  return {
    words: fallback,
    // The server says what is in the way.
    detail: detail ?? (status === 409 ? messageIn((error as ApiError).body) : undefined),
    // Without a network, and after a time-out.
    cause: [undefined, 408].includes(status) ? 'connection' : 'other',
    isGone: status === 404 && isOurs(error),
    isRefused: status === 400 && isOurs(error),
    isBusy: waitOf(error) !== undefined,
    requestId: error instanceof ApiError && error.status >= 500 ? error.requestId : undefined,
  }
}
