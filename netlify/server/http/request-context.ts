import { AsyncLocalStorage } from 'node:async_hooks'

/** What every step of answering one request may need to know, without passing it along. */
type Scope = { endsAt: number; deployContext: string }

const scopes = new AsyncLocalStorage<Scope>()

/** Storage work of one request stops after this many milliseconds: an honest 503 beats a hang. */
const STORAGE_BUDGET = 5_000

/** Runs one request's work; all it asks of storage ends within the budget. */
export const withinScope = <T>(deployContext: string | undefined, work: () => Promise<T>) =>
  scopes.run(
    { endsAt: performance.now() + STORAGE_BUDGET, deployContext: deployContext ?? 'production' },
    work,
  )

/** Milliseconds that are left of the request's time for storage; outside a request there is no end. */
export const timeLeft = () => (scopes.getStore()?.endsAt ?? Infinity) - performance.now()

/** "production", "deploy-preview", … (Netlify's names). */
export const deployContext = () => scopes.getStore()?.deployContext ?? 'production'

/** Runs work that asks nothing of storage: the time that it takes is added to storage's. */
export async function withoutStorage<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const scope = scopes.getStore()
    if (scope) scope.endsAt += performance.now() - began
  }
}
