import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { openListOf, type OpenList } from '../actions/open-list.ts'
import { belongs, isNew } from '../api/inbox-record.ts'
import { failureOf } from '../api/failure.ts'
import { $counts, $lookedAt, listName, lookAtCounts, type RecordSource } from '../api/lists.ts'
import { changeRecord } from '../api/one-record.ts'
import { useOnRetry } from '../api/use-request.ts'
import { usePart, useStore } from '../parts/use-store.ts'
import { useRoute } from '../route/route.ts'
import { restoreFocus } from '../table/use-row-keys.ts'
import type { ShownRecords } from './use-records.ts'

/**
 * The store of the open list. This tells it which page is shown, and which rows have `left`, and
 * restores the focus after a row leaves.
 */
export function useOpenList(
  source: RecordSource,
  shown: ShownRecords,
  left: readonly InboxRecord[],
): OpenList {
  const { query, records, isOther } = shown
  const [list] = useState(() => openListOf(source))
  const progress = usePart(list.$state, (state) => state.progress)
  const hasProblem = usePart(list.$state, (state) => state.problem !== undefined)
  useOnRetry(hasProblem, list.offerAgain)
  useLayoutEffect(() => list.show(shown))
  useLayoutEffect(() => () => list.show(undefined), [list])
  // While a record is open its row stays, so that the next one is the next one.
  const { record } = useRoute()
  const isOpen = record !== undefined
  useEffect(() => {
    if (record !== undefined) list.openOther(record)
  }, [record, list])
  const counts = usePart($counts, (all) => all[listName(source)])
  const looks = useStore($lookedAt)
  // Entries of a waitlist are seen while they are looked at, so they stay until the next look.
  const look = source.form.splitBy ? looks : counts
  useEffect(() => {
    const row = progress || isOther ? undefined : list.takeWanted()
    if (row) restoreFocus(row)
  }, [progress, records, isOther, list])
  // The counts may have come while an action was running.
  const isBusy = progress !== undefined
  useEffect(() => {
    if (isOpen || isBusy) return
    list.letGo((record) => belongs(record, query.status) && !left.includes(record))
  }, [isOpen, isBusy, look, left, query.status, list])
  return list
}

const SHOWN_MS = 1_000

/** A deleted entry must not keep the others new. */
function unlessGone(error: unknown): undefined {
  if (!failureOf(error, '').isGone) throw error
}

/** An entry of a waitlist has nothing to open: it is seen once its page was shown for a second. */
export function useSeenEntries({ source, change }: OpenList, list: ShownRecords) {
  const { query, key, records, isStale } = list
  const mark = useEffectEvent(async () => {
    const fresh = records.filter(isNew)
    if (document.hidden || fresh.length === 0) return
    for (const { id } of fresh) {
      const changed = await changeRecord(source, id, { seen: true }).catch(unlessGone)
      if (changed?.state) change(id, changed.state)
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
