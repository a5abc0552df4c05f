import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { strictTransport } from '#promises/strict-transport.ts'
import { readBuildId } from '#server/content/build.ts'
import { readStudio } from '#server/content/studio.ts'
import { json, HttpError } from './answers.ts'
import { logFailure, logRequest } from './log.ts'
import { laterWork, withRequestContext } from '#server/storage/request-context.ts'
import { StorageDown } from '#server/storage/faults.ts'

type Handler = (request: Request, context: Context) => Promise<Response>

/**
 * Makes a function of a handler: what it throws becomes a JSON answer. Storage serves visitors'
 * requests first.
 */
export const respond =
  (route: string, handler: Handler, { isVisitors = false } = {}): Handler =>
  async (request, context) => {
    const beganAt = performance.now()
    // The types promise these; a caller that is not Netlify may leave them out.
    const { deploy, ip = '', requestId: id = randomUUID() } = context as Partial<Context>
    const work = async () => {
      const answer = await guarded(handler, request, context).catch(answerTo)
      answer.headers.set('x-request-id', id)
      answer.headers.set('strict-transport-security', await transport())
      answer.headers.set('x-build', await readBuildId())
      const milliseconds = performance.now() - beganAt
      const { method } = request
      logRequest({ id, route, method, status: answer.status, milliseconds, address: ip })
      for (const [name, act] of laterWork()) later(name, deploy?.context, act, context)
      return answer
    }
    return withRequestContext(deploy?.context, work, { isVisitors })
  }

/** The pages get it from `_headers`. */
const transport = async () => strictTransport((await readStudio()).security.hsts)

/** Old and unknown deploys get no answer: they would open the same store with other settings. */
async function guarded(handler: Handler, request: Request, context: Context): Promise<Response> {
  const deploy = context.deploy as Context['deploy'] | undefined
  if (!deploy?.context) {
    console.error('Nothing is answered: the request does not say its deploy context.')
    throw new HttpError(503, 'The site is not available. Please try again.')
  }
  if (deploy.context === 'production' && !deploy.published) {
    throw new HttpError(403, 'This is an earlier version of the site. Please open the current one.')
  }
  // The platform ignores case in addresses; ours have no capitals.
  if (/[A-Z]/.test(new URL(request.url).pathname)) {
    throw new HttpError(404, 'There is no such address.')
  }
  return handler(request, context)
}

/** Work in progress in this instance, so that none runs twice at once. */
const underWay = new Set<string>()

/** Begins work with its own time; Netlify keeps the instance until it is done. */
function later(
  name: string,
  deploy: string | undefined,
  work: () => Promise<unknown>,
  context: Context,
): void {
  // A caller that is not Netlify may not wait, so nothing is begun.
  const waitUntil = context.waitUntil as Context['waitUntil'] | undefined
  if (!waitUntil || underWay.has(name)) return
  underWay.add(name)
  const done = withRequestContext(deploy, work)
    .catch(logFailure)
    .finally(() => underWay.delete(name))
  context.waitUntil(done)
}

/** Every 503 names this time in seconds: the request may work again after it. */
const RETRY_SOON = { 'retry-after': '5' }

/** An error as an answer, in words for its reader. */
export function answerTo(error: unknown): Response {
  if (error instanceof HttpError) {
    const { headers, ...details } = error.details
    const soon = error.status === 503 && RETRY_SOON
    return json({ error: error.message, ...details }, error.status, { ...soon, ...headers })
  }
  logFailure(error)
  if (!(error instanceof StorageDown)) return json({ error: 'Unexpected server error' }, 500)
  return json({ error: 'Storage is not available. Please try again.' }, 503, RETRY_SOON)
}
