import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { openList, type OpenList } from '../actions/open-list.ts'
import { belongs } from '../api/inbox-record.ts'
import { $counts, listName, type RecordSource } from '../api/lists.ts'
import { useOnRetry } from '../api/use-request.ts'
import { usePart } from '../parts/use-store.ts'
import { useRoute } from '../route/route.ts'
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
  const progress = usePart(list.$state, (state) => state.progress)
  const hasProblem = usePart(list.$state, (state) => state.problem !== undefined)
  useOnRetry(hasProblem, list.offerRest)
  useLayoutEffect(() => list.show({ key, isHeld: query.isHeld, records, reload, drop, change }))
  // While a record is open its row stays, so that the next one is the next one.
  const counts = usePart($counts, (all) => all[listName(source)])
  const isOpen = useRoute().record !== undefined
  // Entries of a waitlist are seen while they are looked at.
  const isReadHere = source.form.splitBy !== undefined && query.status === 'new'
  useEffect(() => {
    const at = progress ? undefined : list.takeFirstRow()
    if (at !== undefined) restoreFocus(table.current, at)
  }, [progress, records, table, list])
  // The counts may have come while an action was running.
  const isBusy = progress !== undefined
  useEffect(() => {
    if (!isOpen && !isReadHere && !isBusy) list.letGo((record) => belongs(record, query.status))
  }, [isOpen, isReadHere, isBusy, counts, query.status, list])
  return list
}
