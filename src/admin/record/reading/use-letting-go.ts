import { useEffect, useEffectEvent } from 'react'

/**
 * A record that is gone lets its row go once it is left: until then the row says where one is, and
 * what comes next.
 */
export function useLettingGo(id: string, isGone: boolean, onGone: (id: string) => void) {
  const letGo = useEffectEvent(onGone)
  useEffect(() => (isGone ? () => letGo(id) : undefined), [id, isGone])
}
