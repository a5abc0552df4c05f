/** What such an answer says beside its error. */
type Details = {
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** What stands in the way, as it is now. */
  state?: object
  /** How many records were looked at, of how many: asking again comes further. */
  indexed?: { done: number; of: number }
  /** How many are left of what was to be done. */
  left?: number
}

/** An answer that is not a success: `respond` sends it as `{ error, … }` with these headers. */
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
