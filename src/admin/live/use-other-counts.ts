import { useEffect, useEffectEvent, useRef } from 'react'
import { $counts, $lookedAt } from '../api/lists.ts'

/** Acts at a look around that finds another count, of this list or of any, than the last read. */
export function useOtherCounts(list: string | undefined, isLoading: boolean, act: () => void) {
  const known = useRef($counts.get())
  useEffect(() => {
    if (!isLoading) return undefined
    // As a read begins: it may miss what a look finds while it is under way. What nobody had
    // counted before, the read itself counts first.
    known.current = $counts.get()
    return $counts.listen((now) => {
      const lists = Object.entries(now)
      known.current = Object.fromEntries(
        lists.map(([name, counts]) => [name, { ...counts, ...known.current[name] }]),
      )
    })
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
