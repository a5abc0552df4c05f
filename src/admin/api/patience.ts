import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#api/admin-contract.ts'
import { refusalIn, waitOf } from './failure.ts'

/** Of an answer that says nothing of parts. */
export const WHOLE: Progress = { done: 0, of: 0 }

/** Give up after this many requests in a row without progress. */
const MOST_IN_VAIN = 6

/**
 * Repeats the request while the server answers 503 with Retry-After: a large list without rows is
 * read in portions, one for each request. `onWait` is called before each wait, with the progress, or
 * with 0 of 0. Throws the last error, or the reason of the signal that stops the waiting.
 */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  onWait: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<T> {
  let most = 0
  for (let inVain = 0; ;) {
    try {
      return await send()
    } catch (error) {
      const seconds = waitOf(error)
      const { indexed: progress = WHOLE } = refusalIn(error)
      inVain = progress.done > most ? 0 : inVain + 1
      if (seconds === undefined || inVain >= MOST_IN_VAIN) throw error
      most = Math.max(most, progress.done)
      onWait(progress)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      signal?.throwIfAborted()
    }
  }
}

/**
 * Repeats requests until they are answered or the component leaves, which aborts `leaving`; `waiting`
 * is the progress while the server still reads.
 */
export function usePatience() {
  const [waiting, setWaiting] = useState<Progress>()
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])

  const ask = <T>(send: () => Promise<T>): Promise<T> =>
    untilAnswered(send, setWaiting, leaving.signal).finally(() => setWaiting(undefined))
  return { waiting, ask, leaving: leaving.signal }
}

/** The pause before the next part; longer without progress. */
const POLL_MS = { first: 400, longest: 10_000 }

/** Asks again while an answer says that only a part was read; returns whether it does. */
export function useAskOn({ done, of }: Progress, isIdle: boolean, ask: () => void): boolean {
  const wait = useRef({ done, ms: POLL_MS.first })
  const asksOn = done < of && isIdle
  useEffect(() => {
    if (!asksOn) return
    const { done: before, ms } = wait.current
    const next = done > before ? POLL_MS.first : Math.min(ms * 1.5, POLL_MS.longest)
    wait.current = { done, ms: next }
    const timer = setTimeout(ask, next)
    return () => clearTimeout(timer)
  }, [asksOn, ask, done])
  return done < of
}
