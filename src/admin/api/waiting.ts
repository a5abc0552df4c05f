import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#api/admin-contract.ts'
import { ApiError } from '../../api/call.ts'
import { refusalIn } from './failure.ts'

/** After so many asks, one after the other, that came no further, it stays with what was answered. */
const MOST_IN_VAIN = 6

type Options = {
  /** Told before each wait, with how far the server is where it says so. */
  onWait: (progress: Progress | undefined) => void
  /** Ends the waiting: nothing is asked any more. */
  signal: AbortSignal
}

/**
 * Asks again for as long as the server says when to (503 with Retry-After): a large list without rows
 * is read in portions, and each ask brings it further. Throws what the last ask threw, or the
 * signal's reason.
 */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  { onWait, signal }: Options,
): Promise<T> {
  let most = 0
  for (let inVain = 0; ;) {
    try {
      return await send()
    } catch (error) {
      const seconds = waitOf(error)
      const { indexed: progress } = refusalIn(error)
      inVain = progress && progress.done > most ? 0 : inVain + 1
      if (seconds === undefined || inVain >= MOST_IN_VAIN) throw error
      most = Math.max(most, progress?.done ?? 0)
      onWait(progress)
      await pause(seconds * 1_000, signal)
    }
  }
}

/** What is only half done is no question of waiting. */
const waitOf = (error: unknown) =>
  error instanceof ApiError && error.status === 503 && refusalIn(error).left === undefined
    ? error.retryAfterSeconds
    : undefined

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  signal.throwIfAborted()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason as Error)
  })
  return promise
}

/** How a wait stands: nobody waits, or the server is still reading, as far as it says. */
export type Waiting = Progress | 'unknown' | undefined

/** Asks until it is answered, as long as whoever asks is on the screen; `waiting` says how far it is. */
export function usePatience() {
  const [waiting, setWaiting] = useState<Waiting>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  async function ask<T>(send: () => Promise<T>): Promise<T> {
    const signal = leaving.current?.signal ?? AbortSignal.abort()
    const onWait = (progress: Progress | undefined) => setWaiting(progress ?? 'unknown')
    try {
      return await untilAnswered(send, { onWait, signal })
    } finally {
      setWaiting(undefined)
    }
  }

  return { waiting, ask }
}
