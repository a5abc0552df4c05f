/**
 * An answer that is not a success. Thrown anywhere below a handler; `respond` sends it as
 * `{ error, fields? }` with these headers.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly details: { fields?: Record<string, string>; headers?: Record<string, string> }

  constructor(status: number, message: string, details: HttpError['details'] = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}
