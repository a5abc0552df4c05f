import { AsyncLocalStorage } from 'node:async_hooks'

/** What every step of answering one request may need to know, without passing it along. */
type Scope = { deadline: AbortSignal; deployContext: string }

const scopes = new AsyncLocalStorage<Scope>()

/** Storage work of one request stops after this many milliseconds: an honest 503 beats a hang. */
const STORAGE_BUDGET = 5_000

/** Runs one request's work; all it asks of storage ends within the budget. */
export const withinScope = <T>(deployContext: string | undefined, work: () => Promise<T>) =>
  scopes.run(
    {
      deadline: AbortSignal.timeout(STORAGE_BUDGET),
      deployContext: deployContext ?? 'production',
    },
    work,
  )

/** Aborts when the request's time for storage is used up; outside a request, never. */
export const deadline = () => scopes.getStore()?.deadline

/** "production", "deploy-preview", … (Netlify's names). */
export const deployContext = () => scopes.getStore()?.deployContext ?? 'production'
