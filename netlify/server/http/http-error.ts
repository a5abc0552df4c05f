/** Sent beside the error. */
type Details = {
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** The current state that is in the way. */
  state?: object
  /** How many records were read, of how many: asking again reads more. */
  indexed?: { done: number; of: number }
  /** How many records are left to do. */
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
