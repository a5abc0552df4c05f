import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'

/** Work that handlers passed to `waitUntil`. */
const unfinished = new Set<Promise<unknown>>()

export const unfinishedWork = (): Promise<unknown> => Promise.allSettled(unfinished)

const absent = (name: string) => (): never => {
  throw new Error(`context.${name} is not available on the local server.`)
}

/** The same for every call. Netlify calls a developer's machine "dev". */
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
