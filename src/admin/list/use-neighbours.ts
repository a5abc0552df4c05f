import { useEffect } from 'react'
import type { Neighbours } from '../record/RecordDialog.tsx'
import {
  pageSize,
  previousCursorsOf,
  readNextPage,
  readPreviousPage,
  switchRecord,
} from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import type { useRecords } from './use-records.ts'

/** The neighbours may be on another page; undefined while that page is read. */
export function useNeighbours(list: ReturnType<typeof useRecords>): Neighbours | undefined {
  const route = useRoute()
  const { record: id } = route
  const { page, records, isStale, failure } = list
  const isToBeFound = id === 'first' || id === 'last'
  const found = isToBeFound && page && !isStale ? records.at(id === 'first' ? 0 : -1) : undefined
  useEffect(() => {
    if (found) switchRecord(found.id)
  }, [found])
  if (isToBeFound) return failure ? {} : undefined

  const at = records.findIndex((one) => one.id === id)
  if (at < 0) return {}
  const previousCursors = previousCursorsOf(route)
  const before = previousCursors && previousCursors.length * pageSize(route.limit)
  const [before1, after1] = [records[at - 1], records[at + 1]]
  const cursor = page?.next
  const isFirstPage = !previousCursors?.length
  return {
    position:
      before === undefined || !page
        ? `${at + 1} of ${records.length} on this page`
        : `${(before + at + 1).toLocaleString()} of ${page.total.toLocaleString()}`,
    next: after1 ? () => switchRecord(after1.id) : cursor ? () => readNextPage(cursor) : undefined,
    previous: before1 ? () => switchRecord(before1.id) : isFirstPage ? undefined : readPreviousPage,
  }
}
