import { useEffect, useState } from 'react'

/** Whoever walks on sooner than this does not look at the file. */
const REST_MS = 250

/** The id, once it has stayed the same for a moment; until then nothing. */
export function useRested(id: string): string | undefined {
  const [rested, setRested] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS)
    return () => clearTimeout(timer)
  }, [id])
  return rested === id ? id : undefined
}
