import type { Context } from '@netlify/functions'
import { json } from './answers.ts'
import { HttpError } from './http-error.ts'
import { logFailure } from './log-failure.ts'
import { laterWork, withRequestContext } from './request-context.ts'
import { StorageDown } from './storage-down.ts'

/** A function as Netlify calls it. */
type Handler = (request: Request, context: Context) => Promise<Response>

/** Turns a list of guards and one act into a function: whatever it throws becomes a JSON answer. */
export const respond =
  (handler: Handler): Handler =>
  async (request, context) => {
    // The type promises one; a caller that is not Netlify may leave it out.
    const deploy = context.deploy as Context['deploy'] | undefined
    return withRequestContext(deploy?.context, async () => {
      const answer = await handler(request, context).catch(answerTo)
      for (const [name, work] of laterWork()) later(name, deploy?.context, work, context)
      return answer
    })
  }

/** What is under way in this instance: nothing is done twice at once. */
const underWay = new Set<string>()

/** Begins work that has the time of a request of its own; Netlify keeps the instance until it is done. */
function later(
  name: string,
  deploy: string | undefined,
  work: () => Promise<unknown>,
  context: Context,
): void {
  // As above: whoever can't wait for it has nothing begun.
  const waitUntil = context.waitUntil as Context['waitUntil'] | undefined
  if (!waitUntil || underWay.has(name)) return
  underWay.add(name)
  const done = withRequestContext(deploy, work)
    .catch(logFailure)
    .finally(() => underWay.delete(name))
  context.waitUntil(done)
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
