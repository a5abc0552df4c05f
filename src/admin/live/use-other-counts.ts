import { useEffect, useEffectEvent, useRef } from 'react'
import { $counts, $lookedAt } from '../api/lists.ts'

/** Acts at a look around that finds another count, of this list or of any, than the last read. */
export function useOtherCounts(list: string | undefined, isLoading: boolean, act: () => void) {
  const known = useRef($counts.get())
  useEffect(() => {
    // As a read begins: it may miss what a look finds while it is under way.
    if (isLoading) known.current = $counts.get()
  }, [isLoading])
  const look = useEffectEvent(() => {
    const [before, now] = [known.current, $counts.get()]
    known.current = now
    const isOther = Object.entries(before).some(
      ([name, counts]) =>
        (list ?? name) === name &&
        Object.entries(counts).some(([key, count]) => ({ ...now[name] })[key] !== count),
    )
    if (isOther) act()
  })
  useEffect(() => $lookedAt.listen(() => look()), [])
}
