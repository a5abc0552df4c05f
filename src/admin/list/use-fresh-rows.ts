import { useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { peekRecords } from '../api/admin-api.ts'
import { listName, type RecordSource } from '../api/lists.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import type { ShownRecords } from './use-records.ts'

type Rows = readonly InboxRecord[]

const idsOf = (rows: Rows) => new Set(rows.map(({ id }) => id))

/**
 * Reads what colleagues did with the shown rows, once the counts have changed. No row moves. Rows
 * that have left the view are returned, and those that are there and not shown. A row that changes
 * meanwhile stays as it is.
 */
export function useFreshRows(
  source: RecordSource,
  { key, query, records, isPartial, failure, isLoading, freshen }: ShownRecords,
): { left: Rows; others: Rows } {
  const [fresh, setFresh] = useState({ key, left: NONE, others: NONE })
  async function refresh() {
    const page = await peekRecords(source, query).catch(() => undefined)
    if (!page) return
    // A part of the matches says nothing about the others.
    const { done, of } = page.indexed ?? { done: 0, of: 0 }
    if (done < of) return
    const [shown, there] = [idsOf(records), idsOf(page.items)]
    // Rows at the end may have moved to the next page, or come from there.
    const upTo = (rows: Rows, known: ReadonlySet<string>) =>
      page.next ? rows.slice(0, rows.findLastIndex(({ id }) => known.has(id)) + 1) : rows
    const left = upTo(records, there).filter(({ id }) => !there.has(id))
    setFresh({ key, left, others: upTo(page.items, shown).filter(({ id }) => !shown.has(id)) })
    freshen(records, page.items, page.total + left.length)
  }
  // A list that failed, or is read in parts, is read anew anyway.
  useOtherCounts(listName(source), isLoading, () => void (!failure && !isPartial && refresh()))
  const shown = idsOf(records)
  // It may have come after another view was opened.
  const others = fresh.key === key ? fresh.others : NONE
  return { left: fresh.left, others: others.filter(({ id }) => !shown.has(id)) }
}

const NONE: Rows = []
