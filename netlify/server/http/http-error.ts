/** What such an answer says beside its error. */
type Details = {
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** What stands in the way, as it is now. */
  state?: object
}

/**
 * An answer that is not a success. Thrown anywhere below a handler; `respond` sends it as
 * `{ error, fields?, state? }` with these headers.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}
