import { AsyncLocalStorage } from 'node:async_hooks'

/** What every step of answering one request may need to know, without passing it along. */
type RequestContext = {
  /** "production", "deploy-preview", … (Netlify's names). */
  deploy: string | undefined
  storageEndsAt: number
  /** A visitor waits for it, and goes before all others. */
  isVisitors: boolean
  /** How many requests it may still spend on what an answer can do without. */
  spare: number
  /** How many it has asked, and what went wrong with the last one. */
  use: { requests: number; trouble?: string }
  /** What is done once the answer is there. */
  later: Map<string, () => Promise<unknown>>
}

/** Storage work of one request stops then: an honest 503 beats a hang. */
const STORAGE_BUDGET_MS = 5_000
/** No answer costs more than 200 requests; the others are for what each answer needs. */
const SPARE_REQUESTS = 140

const newContext = (deploy: string | undefined, ms: number, isVisitors: boolean, spare: number) => {
  const storageEndsAt = performance.now() + ms
  return { deploy, storageEndsAt, isVisitors, spare, use: { requests: 0 }, later: new Map() }
}

const contexts = new AsyncLocalStorage<RequestContext>()
/** A script or a test: nobody waits for an answer. */
const outside: RequestContext = newContext(undefined, Infinity, false, Infinity)
const context = () => contexts.getStore() ?? outside

/** Runs one request's work; all it asks of storage ends within `storageMs`. */
export const withRequestContext = <T>(
  deploy: string | undefined,
  work: () => Promise<T>,
  storageMs = STORAGE_BUDGET_MS,
  { isVisitors = false, spare = SPARE_REQUESTS } = {},
) => contexts.run(newContext(deploy, storageMs, isVisitors, spare), work)

/** Gives work a time of its own: a command on the whole store works in pieces, each with this time. */
export const withBudget = <T>(work: () => Promise<T>): Promise<T> =>
  withRequestContext(deployContext(), work)

/** Does this once the answer is there, once for each name. False outside a request: nobody does it. */
export const afterAnswer = (name: string, work: () => Promise<unknown>): boolean =>
  contexts.getStore()?.later.set(name, work) !== undefined

export const laterWork = () => context().later

/** Milliseconds left of the request's time for storage; outside a request there is no end. */
export const timeLeft = () => context().storageEndsAt - performance.now()

/** Whether the answer may cost so many requests more; a request that may, has them spent. */
export function maySpend(requests = 1): boolean {
  const now = context()
  if (now.spare < requests) return false
  now.spare -= requests
  return true
}

export const isVisitors = () => context().isVisitors

export const storageUse = () => context().use

/** Says that this process is a script or a test: what it does outside any request is done in "dev". */
export function useDevContext(): void {
  outside.deploy = 'dev'
}

/** The deploy context. Throws where nobody said it: a store named after nothing is read by nobody. */
export function deployContext(): string {
  const { deploy } = context()
  if (!deploy) throw new Error('The deploy context is not said.')
  return deploy
}

/** Runs work that asks nothing of storage: the time that it takes is added to storage's. */
export async function pauseBudget<T>(work: () => Promise<T>): Promise<T> {
  const beganAt = performance.now()
  try {
    return await work()
  } finally {
    context().storageEndsAt += performance.now() - beganAt
  }
}
