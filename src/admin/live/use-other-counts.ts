import { useEffect, useEffectEvent, useRef } from 'react'
import { $looks } from '../api/lists.ts'

/** Acts at a look around, if the counts are others than at the last read. */
export function useOtherCounts(counts: () => unknown, isLoading: boolean, act: () => void) {
  const known = useRef<unknown>(undefined)
  const noteRead = useEffectEvent(() => {
    known.current = counts()
  })
  useEffect(() => noteRead(), [isLoading])
  const look = useEffectEvent(() => {
    if (known.current === counts()) return
    noteRead()
    act()
  })
  useEffect(() => $looks.listen(() => look()), [])
}
