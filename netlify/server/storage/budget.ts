import { AsyncLocalStorage } from 'node:async_hooks'

/** What every step of answering one request may need to know, without passing it along. */
type RequestContext = {
  storageEndsAt: number
  /** A visitor waits for it, and goes before all others. */
  isVisitors: boolean
  deployContext: string | undefined
  storage: StorageUse
  /** How many requests it may still spend on what an answer can do without. */
  spare: number
  /** What is done once the answer is there. */
  later: Map<string, () => Promise<unknown>>
}

/** What a request has asked of storage so far, and what went wrong with it last. */
export type StorageUse = { requests: number; trouble?: string }

const contexts = new AsyncLocalStorage<RequestContext>()

/** Storage work of one request stops then: an honest 503 beats a hang. */
const STORAGE_BUDGET_MS = 5_000

/** No answer costs more than 200 requests; the others are for what each answer needs. */
const SPARE_REQUESTS = 140

/** Runs one request's work; all it asks of storage ends within `storageMs`. */
export const withRequestContext = <T>(
  deployContext: string | undefined,
  work: () => Promise<T>,
  storageMs = STORAGE_BUDGET_MS,
  { isVisitors = false, spare = SPARE_REQUESTS } = {},
) =>
  contexts.run(
    {
      storageEndsAt: performance.now() + storageMs,
      isVisitors,
      deployContext,
      storage: { requests: 0 },
      spare,
      later: new Map(),
    },
    work,
  )

/** Lets this be done once the answer is there, once for each name; false outside a request, where nothing comes of it. */
export function afterAnswer(name: string, work: () => Promise<unknown>): boolean {
  return contexts.getStore()?.later.set(name, work) !== undefined
}

/** What the request wants to be done later, for whoever answers it. */
export const laterWork = () => contexts.getStore()?.later ?? new Map<string, never>()

/**
 * Gives work a time for storage of its own. A person waits for a request, so its work ends early; a
 * command on the whole store works in pieces, each with this time.
 */
export const withBudget = <T>(work: () => Promise<T>): Promise<T> =>
  withRequestContext(deployContext(), work)

/** Milliseconds left of the request's time for storage; outside a request there is no end. */
export const timeLeft = () => (contexts.getStore()?.storageEndsAt ?? Infinity) - performance.now()

/** Whether the answer may cost so many requests more; a request that may, has them spent. */
export function maySpend(requests = 1): boolean {
  const context = contexts.getStore()
  if (!context) return true
  if (context.spare < requests) return false
  context.spare -= requests
  return true
}

/** Remembers what may be spent now; the answer gives it back to work that begins again. */
export function allowance(): () => void {
  const context = contexts.getStore()
  const { spare = 0 } = context ?? {}
  return () => {
    if (context) context.spare = spare
  }
}

/** Whether a visitor waits for this. */
export const isVisitors = () => contexts.getStore()?.isVisitors ?? false

/** What this request asks of storage, to be counted; outside a request nobody reads it. */
export const storageUse = (): StorageUse => contexts.getStore()?.storage ?? { requests: 0 }

let outsideRequests: string | undefined

/** Says that this process is a script or a test: what it does outside any request is done in "dev". */
export function useDevContext(): void {
  outsideRequests = 'dev'
}

/** "production", "deploy-preview", … (Netlify's names). Throws where nobody said it. */
export function deployContext(): string {
  const request = contexts.getStore()
  const said = request ? request.deployContext : outsideRequests
  // A store named after nothing is one that nobody reads, and "production" is no guess to make.
  if (!said) throw new Error('The deploy context is not said.')
  return said
}

/** Runs work that asks nothing of storage: the time that it takes is added to storage's. */
export async function pauseBudget<T>(work: () => Promise<T>): Promise<T> {
  const beganAt = performance.now()
  try {
    return await work()
  } finally {
    const context = contexts.getStore()
    if (context) context.storageEndsAt += performance.now() - beganAt
  }
}
