import type { Progress } from '#api/admin-contract.ts'
import { useEffect, useRef, useState } from 'react'
import { untilAnswered } from './until-answered.ts'

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
