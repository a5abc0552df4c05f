import { useEffect, useEffectEvent } from 'react'
import type { OpenList } from '../actions/open-list.ts'
import { isNew } from '../api/inbox-record.ts'
import { lookAtCounts } from '../api/lists.ts'
import { changeRecord } from '../api/one-record.ts'
import type { useRecords } from './use-records.ts'

const SHOWN_MS = 1_000

/** An entry of a waitlist has nothing to open: it is seen once its page was shown for a second. */
export function useSeenEntries({ source, change }: OpenList, list: ReturnType<typeof useRecords>) {
  const { query, key, records, isStale } = list
  const mark = useEffectEvent(async () => {
    const fresh = records.filter(isNew)
    if (document.hidden || fresh.length === 0) return
    for (const { id } of fresh) {
      const { state } = await changeRecord(source, id, { seen: true })
      if (state) change(id, state)
    }
    await lookAtCounts(source)
  })
  const isShown = source.form.splitBy && !query.isHeld && !isStale && records.length > 0
  useEffect(() => {
    if (!isShown) return
    // What fails is tried again when the page is shown again.
    const timer = setTimeout(() => void mark().catch(() => undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isShown, key])
}
