import { useLayoutEffect, useRef } from 'react'

/** Whoever walks on sooner than this does not read. */
const WALK_MS = 150

/**
 * Waits until somebody stays at the record of this id: not at all after a rest, a moment while they
 * walk on, and for ever where they have left.
 */
export function useStaying(id: string): () => Promise<void> {
  const current = useRef<string>(undefined)
  const changedAt = useRef(-Infinity)
  const isWalking = useRef(false)
  useLayoutEffect(() => {
    isWalking.current = performance.now() - changedAt.current < WALK_MS
    changedAt.current = performance.now()
    current.current = id
    return () => {
      current.current = undefined
    }
  }, [id])
  return () =>
    new Promise((resolve) => {
      const resolveHere = () => current.current === id && resolve()
      if (isWalking.current) setTimeout(resolveHere, WALK_MS)
      else resolve()
    })
}
