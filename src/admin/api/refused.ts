import { messageIn, ApiError } from '../../api/call.ts'
import { failureOf, type Failure } from './failure.ts'

/** True if the API refused it, or the browser, so nothing was done. Otherwise it may be done. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 400 && error.status < 500 && messageIn(error.body) !== undefined
    : !(error instanceof TypeError)

/** Words for a failed act: `notDone` if it was refused, else `unclear`. */
export const unlessRefused =
  (notDone: string, unclear: string) =>
  (error: unknown): Failure =>
    failureOf(error, wasRefused(error) ? notDone : unclear)
