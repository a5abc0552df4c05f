import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { openList, useList, type OpenList } from '../actions/open-list.ts'
import type { RecordSource } from '../api/lists.ts'
import { useOnRetry } from '../api/use-request.ts'
import { restoreFocus } from '../table/use-row-keys.ts'
import type { useRecords } from './use-records.ts'

/**
 * The store of the open list. This tells it which page is shown, and restores the focus after a row
 * leaves.
 */
export function useOpenList(
  source: RecordSource,
  { key, query, records, reload, drop, change }: ReturnType<typeof useRecords>,
  table: RefObject<HTMLDivElement | null>,
): OpenList {
  const [list] = useState(() => openList(source))
  const progress = useList(list, (state) => state.progress)
  const hasProblem = useList(list, (state) => state.problem !== undefined)
  useOnRetry(hasProblem, list.offerRest)
  useLayoutEffect(() => list.show({ key, isHeld: query.isHeld, records, reload, drop, change }))
  useEffect(() => {
    const at = progress ? undefined : list.takeFirstRow()
    if (at !== undefined) restoreFocus(table.current, at)
  }, [progress, records, table, list])
  return list
}
