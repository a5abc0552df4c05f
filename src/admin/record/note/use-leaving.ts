import { useEffect, useState } from 'react'
import type { OpenNote } from './use-note.ts'

/** Ways out of the record that ask first while its note is not saved. */
export function useLeaving({ isUnsaved }: OpenNote) {
  const [way, setWay] = useState<() => void>()

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return {
    /** Where somebody wants to go, while they are asked. */
    way,
    leave: (go: (() => void) | undefined) =>
      go &&
      (() => {
        if (isUnsaved) setWay(() => go)
        else go()
      }),
    stay: () => setWay(undefined),
    go: () => {
      setWay(undefined)
      way?.()
    },
  }
}
