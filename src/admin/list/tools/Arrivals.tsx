import { useEffect, useEffectEvent } from 'react'
import { listName, type RecordSource } from '../../api/lists.ts'
import { $arrivals, noteShown } from '../../live/arrivals.ts'
import { Quiet } from '../../parts/Button.tsx'
import { usePart } from '../../parts/use-store.ts'
import { showArrivals } from '../../route/navigation.ts'
import { useRoute } from '../../route/route.ts'
import type { useRecords } from '../use-records.ts'

type Props = { source: RecordSource; onShow: () => void }

/** The number of new arrivals. It has a place of its own, so that no row moves. */
export function Arrivals({ source, onShow }: Props) {
  const arrivals = usePart($arrivals, (all) => all[listName(source)])
  const count = arrivals?.count ?? 0
  return (
    <p className="arrivals" role="status">
      {count > 0 && (
        <Quiet onPress={onShow}>
          {count}
          {arrivals?.hasMore && '+'} new – show
        </Quiet>
      )}
    </p>
  )
}

/**
 * Notes the newest shown record, so that later ones count as new; returns a function that shows
 * them.
 */
export function useArrivals(source: RecordSource, list: ReturnType<typeof useRecords>) {
  const { after, search, sort, status, held } = useRoute()
  const isWhole = !after && !search && !sort && !status && !held
  const { result, isStale, reload } = list
  // From the answer itself: changes made here bring no arrivals.
  const newest = isWhole && !isStale && result ? (result.items[0]?.id ?? '') : undefined
  const note = useEffectEvent(() => noteShown(source, newest))
  useEffect(() => {
    if (newest !== undefined) note()
  }, [newest])
  return isWhole ? reload : showArrivals
}
