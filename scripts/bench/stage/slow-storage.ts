import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { useDevContext } from '#server/storage/budget.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'

/** What an act asked of storage, and how long it took. */
export type Cost = {
  requests: number
  /** The longest chain of requests each of which began after the one before it had ended. */
  rounds: number
  ms: number
  /** How many requests of each kind, such as "GET rows" or "LIST hint". */
  kinds: Record<string, number>
}

/** A store that answers later than it does, and what is asked of it meanwhile. */
export type SlowStorage = ReturnType<typeof slowStorage>

/** Puts a delay before each request to storage. Requests side by side wait side by side. */
export function slowStorage(send: typeof fetch) {
  let delay = 0
  let cost: Cost = nothing()
  useDevContext()
  useTransport(async (input, init) => {
    const mine = cost
    const round = mine.rounds + 1
    const kind = kindOf(input, init)
    mine.requests++
    mine.kinds[kind] = (mine.kinds[kind] ?? 0) + 1
    if (delay > 0) await sleep(delay)
    try {
      return await send(input, init)
    } finally {
      mine.rounds = Math.max(mine.rounds, round)
    }
  })
  return {
    /** From now on each request takes so many milliseconds more. */
    delayBy(ms: number) {
      delay = ms
    },
    /** What this act costs; it is the only one under way. */
    async costOf(act: () => Promise<unknown>): Promise<Cost> {
      const mine = (cost = nothing())
      const began = performance.now()
      await act()
      mine.ms = performance.now() - began
      // What comes later, until the next act, is none of its costs.
      cost = nothing()
      return mine
    },
  }
}

const nothing = (): Cost => ({ requests: 0, rounds: 0, ms: 0, kinds: {} })

/** The method, and the first part of the key or of what is listed. */
function kindOf(...[input, init]: Parameters<typeof fetch>): string {
  const url = new URL(input instanceof Request ? input.url : input)
  const prefix = url.searchParams.get('prefix')
  const [, , , key = ''] = url.pathname.split('/')
  if (prefix !== null) return `LIST ${prefix.split('/')[0] ?? ''}`
  return `${init?.method?.toUpperCase() ?? 'GET'} ${key}`
}
