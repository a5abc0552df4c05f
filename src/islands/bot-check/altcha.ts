// The worker is a file of its own: the content security policy allows no other kind.
import workerUrl from 'altcha/workers/pbkdf2?url&no-inline'
import { call } from '../../api/call.ts'
import { trustedUrl } from './trusted-url.ts'

/** What the worker answers: a solution, null when it gave up, or what went wrong. */
type Outcome = { counter: number; derivedKey: string } | { error: unknown } | null

/**
 * A token that shows the effort of one browser for this action. It asks for a challenge and solves
 * it beside the page, in a worker; a phone takes about a second. Throws where that is not possible.
 */
export async function obtainToken(action: string): Promise<string> {
  const query = new URLSearchParams({ action })
  try {
    const challenge = await call(`/api/forms/challenge?${query}`, { method: 'GET' })
    const solution = await solve(challenge)
    return btoa(JSON.stringify({ challenge, solution }))
  } catch (cause) {
    // Whatever the server said of the challenge is not about the visitor's submission.
    throw new Error('The bot check failed.', { cause })
  }
}

async function solve(challenge: unknown): Promise<Outcome> {
  const worker = new Worker(trustedUrl(workerUrl))
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    worker.onmessage = ({ data }: MessageEvent<Outcome>) => {
      resolve(data)
    }
    worker.onerror = () => {
      reject(new Error('The bot check could not run.'))
    }
    worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1 })
    const outcome = await promise
    if (!outcome || 'error' in outcome) throw new Error('The bot check found no solution.')
    return outcome
  } finally {
    worker.terminate()
  }
}
