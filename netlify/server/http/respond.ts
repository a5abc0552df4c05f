import type { Context } from '@netlify/functions'
import { json } from './answers.ts'
import { HttpError } from './http-error.ts'
import { logFailure } from './log-failure.ts'
import { withRequestContext } from './request-context.ts'
import { StorageDown } from './storage-down.ts'

/** A function as Netlify calls it. */
type Handler = (request: Request, context: Context) => Promise<Response>

/** Turns a list of guards and one act into a function: whatever it throws becomes a JSON answer. */
export const respond =
  (handler: Handler): Handler =>
  async (request, context) => {
    // The type promises one; a caller that is not Netlify may leave it out.
    const deploy = context.deploy as Context['deploy'] | undefined
    try {
      return await withRequestContext(deploy?.context, () => handler(request, context))
    } catch (error) {
      return answerTo(error)
    }
  }

/** Seconds after which what failed may work again. */
export const RETRY_SOON = { 'retry-after': '5' }

function answerTo(error: unknown): Response {
  if (error instanceof HttpError) {
    const { fields, headers } = error.details
    return json({ error: error.message, ...(fields && { fields }) }, error.status, headers)
  }
  if (error instanceof StorageDown) {
    logFailure(error)
    return json({ error: 'Storage is not available. Please try again.' }, 503, RETRY_SOON)
  }
  logFailure(error)
  return json({ error: 'Unexpected server error' }, 500)
}
