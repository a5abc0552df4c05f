import { AsyncLocalStorage } from 'node:async_hooks'

/** What every step of answering one request may need to know, without passing it along. */
type RequestContext = { storageEndsAt: number; deployContext: string }

const contexts = new AsyncLocalStorage<RequestContext>()

/** Storage work of one request stops then: an honest 503 beats a hang. */
const STORAGE_BUDGET_MS = 5_000

/** Runs one request's work; all it asks of storage ends within the budget. */
export const withRequestContext = <T>(deployContext: string | undefined, work: () => Promise<T>) =>
  contexts.run(
    {
      storageEndsAt: performance.now() + STORAGE_BUDGET_MS,
      deployContext: deployContext ?? 'production',
    },
    work,
  )

/** Milliseconds left of the request's time for storage; outside a request there is no end. */
export const storageTimeLeft = () =>
  (contexts.getStore()?.storageEndsAt ?? Infinity) - performance.now()

/** "production", "deploy-preview", … (Netlify's names). */
export const deployContext = () => contexts.getStore()?.deployContext ?? 'production'

/** Runs work that asks nothing of storage: the time that it takes is added to storage's. */
export async function withoutStorage<T>(work: () => Promise<T>): Promise<T> {
  const beganAt = performance.now()
  try {
    return await work()
  } finally {
    const context = contexts.getStore()
    if (context) context.storageEndsAt += performance.now() - beganAt
  }
}
