// The worker is a separate file, because the content security policy allows no other kind.
import workerUrl from 'altcha/workers/pbkdf2?url&no-inline'
import { call } from '../../api/call.ts'
import { trustedUrl } from './trusted-url.ts'

/** The worker's answer: a solution, null if it gave up, or an error. */
type Outcome = { counter: number; derivedKey: string } | { error: unknown } | null

/**
 * A token that proves work by this browser for this action. Fetches a challenge and solves it in a
 * worker, which takes a phone about a second. Throws if that is not possible.
 */
export async function obtainToken(action: string): Promise<string> {
  const query = new URLSearchParams({ action })
  try {
    const challenge = await call(`/api/forms/challenge?${query}`, { method: 'GET' })
    const solution = await solve(challenge)
    return btoa(JSON.stringify({ challenge, solution }))
  } catch (cause) {
    // The server's error is about the challenge, not about the visitor's submission.
    throw new Error('The bot check failed.', { cause })
  }
}

/** A slow phone takes some seconds. A worker whose file does not come would never end. */
const SOLVING_MS = 15_000

async function solve(challenge: unknown): Promise<Outcome> {
  const worker = new Worker(trustedUrl(workerUrl))
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    worker.onmessage = ({ data }: MessageEvent<Outcome>) => {
      resolve(data)
    }
    worker.onerror = reject
    setTimeout(reject, SOLVING_MS)
    worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1 })
    const outcome = await promise
    if (!outcome || 'error' in outcome) throw new Error('There is no solution.')
    return outcome
  } finally {
    worker.terminate()
  }
}
