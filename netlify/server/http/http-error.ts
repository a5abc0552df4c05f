import type { Refusal } from '#api/admin-contract.ts'

/** Sent beside the error. */
type Details = Omit<Refusal, 'error'> & {
  fields?: Record<string, string>
  headers?: Record<string, string>
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
