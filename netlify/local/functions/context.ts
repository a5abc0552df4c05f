import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import type { Scheduled } from './load.ts'

/** Work that handlers passed to `waitUntil`. */
const unfinished = new Set<Promise<unknown>>()

export const unfinishedWork = (): Promise<unknown> => Promise.allSettled(unfinished)

const absent = (name: string) => (): never => {
  throw new Error(`context.${name} is not available on the local server.`)
}

/** These are the same for every call. Netlify calls a developer's machine "dev". */
const shared = {
  account: { id: '0' },
  deploy: { context: 'dev', id: '0', published: false },
  geo: {},
  server: {},
  site: {},
  cookies: { get: absent('cookies'), set: absent('cookies'), delete: absent('cookies') },
  next: absent('next'),
  rewrite: absent('rewrite'),
  json: (input: unknown) => Response.json(input),
  log: console.log,
  waitUntil(work: Promise<unknown>) {
    const done = work.finally(() => unfinished.delete(done))
    unfinished.add(done)
  },
}

type Call = { ip: string; params: Record<string, string>; url: URL }

/** The second argument of a function's handler. */
export const callContext = (call: Call): Context => ({
  ...shared,
  ...call,
  requestId: randomUUID(),
})

/**
 * Calls each function again `seconds` after it ended, where Netlify follows its schedule. Returns a
 * function that stops this and waits for running calls.
 */
export function runScheduled(functions: readonly Scheduled[], seconds: number) {
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  function plan(one: Scheduled): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = call(one).finally(() => running.delete(run))
      running.add(run)
      void run.then(() => plan(one))
    }, seconds * 1_000).unref()
    timers.add(timer)
  }
  for (const one of functions) plan(one)

  return async () => {
    await Promise.all(running)
    for (const timer of timers) clearTimeout(timer)
  }
}

async function call({ name, handler }: Scheduled): Promise<void> {
  const url = new URL(`http://localhost/.netlify/functions/${name}`)
  try {
    await handler(new Request(url, { method: 'POST' }), callContext({ ip: '', params: {}, url }))
  } catch (error) {
    // The message may quote a visitor.
    console.error(`${name} failed: ${error instanceof Error ? error.name : typeof error}`)
  }
}
