import { AsyncLocalStorage } from 'node:async_hooks'

/** What the steps of answering one request share, without passing it along. */
type RequestContext = {
  /** "production", "deploy-preview", … (Netlify's names). */
  deploy: string | undefined
  storageEndsAt: number
  /** How many works need none of this time now, and since when. */
  pauses: { count: number; beganAt: number }
  /** A visitor waits for the answer. Their requests go before all others. */
  isVisitors: boolean
  /** Storage requests left for optional parts of the answer. */
  spare: number
  /** Storage requests so far, and what went wrong with the last one. */
  use: { requests: number; trouble?: string }
  /** Work for after the answer. */
  later: Map<string, () => Promise<unknown>>
}

/** Storage work of one request stops after this, or what `addTime` adds: an honest 503 beats a hang. */
const STORAGE_BUDGET_MS = 5_000
/**
 * No answer about one list costs more than 200 requests; 65 of them are for its necessary parts. An
 * answer about several lists has these parts for each, and what is optional once.
 */
const SPARE_REQUESTS = 135

const newContext = (deploy: string | undefined, ms: number, isVisitors: boolean, spare: number) => {
  const storageEndsAt = performance.now() + ms
  const fresh = { pauses: { count: 0, beganAt: 0 }, use: { requests: 0 }, later: new Map() }
  return { deploy, storageEndsAt, isVisitors, spare, ...fresh }
}

const contexts = new AsyncLocalStorage<RequestContext>()
/** A script or a test: nobody waits for an answer. */
const outside: RequestContext = newContext(undefined, Infinity, false, Infinity)
const context = () => contexts.getStore() ?? outside

/** Runs one request's work; its storage requests end within `storageMs`. */
export const withRequestContext = <T>(
  deploy: string | undefined,
  work: () => Promise<T>,
  { storageMs = STORAGE_BUDGET_MS, isVisitors = false, spare = SPARE_REQUESTS } = {},
) => contexts.run(newContext(deploy, storageMs, isVisitors, spare), work)

/** Gives work its own time: a command on the whole store does pieces, each with this time. */
export const withBudget = <T>(work: () => Promise<T>): Promise<T> =>
  withRequestContext(deployContext(), work)

/** Does this after the answer, once for each name. Outside a request it is not done. */
export function afterAnswer(name: string, work: () => Promise<unknown>): void {
  contexts.getStore()?.later.set(name, work)
}

export const laterWork = () => context().later

/** Milliseconds left of the request's time for storage; infinite outside a request. */
export function timeLeft(): number {
  const { storageEndsAt, pauses } = context()
  return storageEndsAt - (pauses.count > 0 ? pauses.beganAt : performance.now())
}

/** Gives this request more time for storage. */
export function addTime(ms: number): void {
  context().storageEndsAt += ms
}

/** Spends requests on optional parts of the answer, except the last `kept`; false if too few are left. */
export function maySpend(requests = 1, kept = 0): boolean {
  const now = context()
  if (now.spare < requests + kept) return false
  now.spare -= requests
  return true
}

/** Returns a function that resets what may be spent, for work that begins again. */
export function allowance(): () => void {
  const now = context()
  const { spare } = now
  return () => {
    now.spare = spare
  }
}

export const isVisitors = () => context().isVisitors

export const storageUse = () => context().use

/** For a script or a test: its work outside any request is done in "dev". */
export function useDevContext(): void {
  outside.deploy = 'dev'
}

/** Throws if the deploy context is unknown: nobody would read a store named after nothing. */
export function deployContext(): string {
  const { deploy } = context()
  if (!deploy) throw new Error('The deploy context is not said.')
  return deploy
}

/** Runs work without storage, or with budgets of its own. Meanwhile this time stands still. */
export async function pauseBudget<T>(work: () => Promise<T>): Promise<T> {
  const now = context()
  const { pauses } = now
  if (pauses.count++ === 0) pauses.beganAt = performance.now()
  try {
    return await work()
  } finally {
    if (--pauses.count === 0) now.storageEndsAt += performance.now() - pauses.beganAt
  }
}
