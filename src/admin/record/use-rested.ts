import { useEffect, useRef, useState } from 'react'

/** Whoever walks on sooner than this does not read. */
const WALK_MS = 150

/** The id that somebody looks at: at once after a rest, and while they walk on, once they stay. */
export function useRested(id: string): string {
  const [rested, setRested] = useState(id)
  const changedAt = useRef(-Infinity)
  useEffect(() => {
    const isWalking = performance.now() - changedAt.current < WALK_MS
    changedAt.current = performance.now()
    const timer = setTimeout(() => setRested(id), isWalking ? WALK_MS : 0)
    return () => clearTimeout(timer)
  }, [id])
  return rested
}
