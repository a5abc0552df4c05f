import { useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { peekRecords } from '../api/admin-api.ts'
import { listName, type RecordSource } from '../api/lists.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import type { ShownRecords } from './use-records.ts'

/**
 * Reads what colleagues did with the shown rows, once the counts have changed. No row moves; those
 * that have left the view are returned. A row that changes meanwhile stays as it is.
 */
export function useFreshRows(
  source: RecordSource,
  { query, records, isPartial, failure, isLoading, freshen }: ShownRecords,
): readonly InboxRecord[] {
  const [left, setLeft] = useState<readonly InboxRecord[]>([])
  async function refresh() {
    const fresh = await peekRecords(source, query).catch(() => undefined)
    if (!fresh) return
    // A part of the matches says nothing about the others.
    const { done, of } = fresh.indexed ?? { done: 0, of: 0 }
    if (done < of) return
    const isThere = ({ id }: InboxRecord) => fresh.items.some((one) => one.id === id)
    // New records may have moved the last rows to the next page.
    const end = fresh.next ? records.findLastIndex(isThere) : records.length
    setLeft(records.slice(0, Math.max(end, 0)).filter((one) => !isThere(one)))
    freshen(records, fresh.items)
  }
  // A list that failed, or is read in parts, is read anew anyway.
  const isRead = !query.isHeld && !failure && !isPartial
  useOtherCounts(listName(source), isLoading, () => void (isRead && refresh()))
  return left
}
