import { setTimeout as sleep } from 'node:timers/promises'
import { compareClocks } from './clock.ts'
import { isVisitors, storageUse, timeLeft } from './request-context.ts'

/**
 * The fetch of the Blobs client. The client's own retries are too slow for a person who waits: it
 * sleeps 5 s after one 5xx and 25 s when the network is down. So retries happen here, and the client
 * sees only answers that it does not retry.
 */

const ATTEMPTS = 3
/** Timeout of one attempt, and its extension for each whole MiB of a body. */
const ATTEMPT_MS = 1_500
const ATTEMPT_MS_PER_MIB = 1_000

/** An error at once for the client, except in conditional writes (`kv.ts` checks their etag). */
const GAVE_UP_STATUS = 418

/** Node would keep a copy of a body for a redirect (Fetch standard, HTTP-network-or-cache fetch). */
const NO_SECOND_COPY: RequestInit = { redirect: 'error', window: null }

let transport: typeof fetch = (input, init) => fetch(input, { ...init, ...NO_SECOND_COPY })

export function useTransport(replacement: typeof fetch): void {
  transport = replacement
}

const isWorthRetrying = (status: number) => status >= 500 || status === 429

/** 404 and a failed condition (412) are ordinary answers. */
const isTrouble = (status: number) => status >= 400 && status !== 404 && status !== 412

/** The code alone, such as ECONNREFUSED: a message may hold an address. */
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

/** `fetch` with short tries and whole bodies. Status 418 means that no try got an answer. */
export const fetchWithRetry: typeof fetch = async (input, init) => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await tryOnce(input, init)
    if (answer) return answer
    if (timeLeft() <= 0) break
    if (attempt < ATTEMPTS) await sleep(jitterMs())
  }
  return new Response(null, { status: GAVE_UP_STATUS })
}

/** For listings: the client would take a proxy's 404 for an empty list. */
export const listingFetch: typeof fetch = async (input, init) => {
  const answer = await fetchWithRetry(input, init)
  return answer.status === 404 ? new Response(null, { status: GAVE_UP_STATUS }) : answer
}

/** Undefined if another try may succeed. */
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
    compareClocks(answer)
    if (isTrouble(answer.status)) use.trouble = `status ${answer.status}`
    if (isWorthRetrying(answer.status)) return undefined
    // Read here, so that a broken body is retried like everything else.
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

/** Storage requests take turns. Those of visitors go first, and some places are theirs alone. */
const AT_ONCE = 32
const VISITORS_ALONE = 8

let underWay = 0
const waiting: Record<'visitors' | 'others', Set<() => void>> = {
  visitors: new Set(),
  others: new Set(),
}

/** False if no turn came within `ms`; after a turn, call `endTurn`. */
async function turn(isVisitors: boolean, ms: number): Promise<boolean> {
  const queue = waiting[isVisitors ? 'visitors' : 'others']
  if (queue.size === 0 && hasPlace(isVisitors)) {
    underWay++
    return true
  }
  return new Promise((resolve) => {
    const begin = () => answer(true)
    const timer = ms < Infinity ? setTimeout(() => answer(false), Math.max(0, ms)) : undefined
    function answer(isTurn: boolean): void {
      clearTimeout(timer)
      queue.delete(begin)
      resolve(isTurn)
    }
    queue.add(begin)
  })
}

function endTurn(): void {
  underWay--
  const queue = waiting.visitors.size > 0 || !hasPlace(false) ? waiting.visitors : waiting.others
  const [next] = queue
  if (!next) return
  underWay++
  next()
}

const hasPlace = (isVisitors: boolean) =>
  underWay < (isVisitors ? AT_ONCE : AT_ONCE - VISITORS_ALONE)
