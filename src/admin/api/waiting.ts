import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#api/admin-contract.ts'
import { ApiError } from '../../api/call.ts'
import { refusalIn } from './failure.ts'

/** Give up after this many requests in a row without progress. */
const MOST_IN_VAIN = 6

/**
 * Repeats the request while the server answers 503 with Retry-After: a large list without rows is
 * read in portions, one for each request. `onWait` is called before each wait, with the progress if
 * the server reports it. Throws the last error, or the reason of the signal that stops the waiting.
 */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  onWait: (progress: Progress | undefined) => void,
  signal?: AbortSignal,
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

/** Waiting does not help where a part is done and a rest is left. */
const waitOf = (error: unknown) =>
  error instanceof ApiError && error.status === 503 && refusalIn(error).left === undefined
    ? error.retryAfterSeconds
    : undefined

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  signal?.throwIfAborted()
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason as Error)
  })
  return promise
}

/** Undefined while nothing waits; the progress while the server still reads. */
export type Waiting = Progress | 'unknown' | undefined

/** Repeats requests until they are answered or the component leaves; `waiting` is the progress. */
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
      return await untilAnswered(send, onWait, signal)
    } finally {
      setWaiting(undefined)
    }
  }

  return { waiting, ask }
}
