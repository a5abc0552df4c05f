import { setTimeout as sleep } from 'node:timers/promises'
import { isVisitors, storageUse, timeLeft } from './budget.ts'
import { endTurn, turn } from './turns.ts'

/**
 * The fetch that the Blobs client runs on. The client's own patience does not fit a person waiting:
 * it sleeps 5 s after one 5xx and 25 s when the network is down. So retries happen here, and the
 * client only ever sees an answer that it does not retry.
 */

const ATTEMPTS = 3
/** One attempt may take this long once it is sent, and this much longer for each whole MiB of a body. */
const ATTEMPT_MS = 1_500
const ATTEMPT_MS_PER_MIB = 1_000

/** A status that the Blobs client turns into an error at once, for every kind of request. */
const GAVE_UP_STATUS = 418

/** Node would keep a copy of a body for a redirect (Fetch standard, HTTP-network-or-cache fetch). */
const NO_SECOND_COPY: RequestInit = { redirect: 'error', window: null }

let transport: typeof fetch = (input, init) => fetch(input, { ...init, ...NO_SECOND_COPY })

/** Sends storage requests another way, such as straight into an embedded store. */
export function useTransport(replacement: typeof fetch): void {
  transport = replacement
}

const isWorthRetrying = (status: number) => status >= 500 || status === 429

/** Not found, and a condition that does not hold, are answers like any other. */
const isTrouble = (status: number) => status >= 400 && status !== 404 && status !== 412

/** What kind of failure it was, such as ECONNREFUSED: its message may hold an address. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'a thrown value'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

const timeOutMs = (body: unknown) => {
  const text = typeof body === 'string' ? body.length : 0
  const bytes = body instanceof ArrayBuffer ? body.byteLength : text
  return ATTEMPT_MS + Math.floor(bytes / 2 ** 20) * ATTEMPT_MS_PER_MIB
}

const jitterMs = () => 40 + Math.random() * 160

/** `fetch` with short tries; every answer is whole. An attempt that got none answers status 418. */
export const fetchWithRetry: typeof fetch = async (input, init) => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await tryOnce(input, init)
    if (answer) return answer
    if (timeLeft() <= 0) break
    if (attempt < ATTEMPTS) await sleep(jitterMs())
  }
  return new Response(null, { status: GAVE_UP_STATUS })
}

/** The same for listings: the client would take a 404, such as a proxy's, for an empty list. */
export const listingFetch: typeof fetch = async (input, init) => {
  const answer = await fetchWithRetry(input, init)
  return answer.status === 404 ? new Response(null, { status: GAVE_UP_STATUS }) : answer
}

/** The whole answer, or undefined where another try may bring one. */
async function tryOnce(...[input, init]: Parameters<typeof fetch>): Promise<Response | undefined> {
  const use = storageUse()
  if (!(await turn(isVisitors(), timeLeft()))) {
    use.trouble = 'no turn in time'
    return undefined
  }
  use.requests++
  const limit = new AbortController()
  const timeOut = Math.max(0, Math.min(timeOutMs(init?.body), timeLeft()))
  const timer = setTimeout(() => limit.abort(), timeOut)
  try {
    const answer = await transport(input, { ...init, signal: limit.signal })
    if (isTrouble(answer.status)) use.trouble = `status ${answer.status}`
    if (isWorthRetrying(answer.status)) return undefined
    // Read here, so that a body that stalls or breaks off is retried like everything else.
    const body = answer.body && (await answer.arrayBuffer())
    return new Response(body, answer)
  } catch (error) {
    use.trouble = limit.signal.aborted ? 'no answer in time' : kindOf(error)
    return undefined
  } finally {
    clearTimeout(timer)
    endTurn()
  }
}
