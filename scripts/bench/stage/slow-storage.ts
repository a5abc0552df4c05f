import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { useTransport } from '#server/storage/fetch-with-retry.ts'

export type Cost = {
  requests: number
  /** The longest chain of requests that ran one after the other. */
  rounds: number
  ms: number
}

/** Delays each request to storage. Parallel requests are delayed in parallel. */
export function slowStorage(send: typeof fetch) {
  let delay = 0
  let cost: Cost = nothing()
  useTransport(async (input, init) => {
    const mine = cost
    const round = mine.rounds + 1
    mine.requests++
    if (delay > 0) await sleep(delay)
    try {
      return await send(input, init)
    } finally {
      mine.rounds = Math.max(mine.rounds, round)
    }
  })
  return {
    delayBy(ms: number) {
      delay = ms
    },
    /** Measures an act. Only one act may run at a time. */
    async costOf(act: () => Promise<unknown>): Promise<Cost> {
      const mine = (cost = nothing())
      const began = performance.now()
      await act()
      mine.ms = performance.now() - began
      // Requests between two acts belong to neither.
      cost = nothing()
      return mine
    },
  }
}

const nothing = (): Cost => ({ requests: 0, rounds: 0, ms: 0 })
