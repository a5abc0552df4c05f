import { useEffect, useEffectEvent } from 'react'
import type { RecordSource } from '../api/record-source.ts'
import { noteShown } from '../live/arrivals.ts'
import { showArrivals } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import type { useRecords } from './use-records.ts'

/** Notes what is shown, so that what comes later is news; returns the way to the news. */
export function useArrivals(source: RecordSource, list: ReturnType<typeof useRecords>) {
  const { after, search, sort, status, held } = useRoute()
  const isWhole = !after && !search && !sort && !status && !held
  const { result, isStale, reload } = list
  // One answer of the server's: what is changed of it here brings nothing new.
  const shown = isWhole && !isStale ? result?.items[0]?.id : undefined
  const isEmpty = isWhole && !isStale && result?.items.length === 0
  const note = useEffectEvent(() => noteShown(source, shown))
  useEffect(() => {
    if (shown !== undefined || isEmpty) note()
  }, [shown, isEmpty])
  return isWhole ? reload : showArrivals
}
