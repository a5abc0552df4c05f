import { useEffect, useEffectEvent, useState } from 'react'
import type { InboxRecord, ListPage } from '#api/admin-contract.ts'
import { STATUSES } from '#forms/statuses.ts'
import type { Rows } from '../actions/list-state.ts'
import { belongs } from '../api/inbox-record.ts'
import { keptPages } from '../api/kept-pages.ts'
import { $uncounted, listName, listRecords, peekRecords, type RecordSource } from '../api/lists.ts'
import { useAskOn, WHOLE } from '../api/patience.ts'
import { useRequest } from '../api/use-request.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import { lookAround } from '../live/watch.ts'
import type { Neighbours } from '../record/RecordFrame.tsx'
import * as navigation from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'

/** The page of records that the URL names. */
export function useRecords(source: RecordSource) {
  const { after, search, sort, held, status: asked, limit } = useRoute()
  const status = STATUSES.find((one) => one === asked)
  const isHeld = held !== undefined
  const query = { after, search, sort, status, isHeld, limit: navigation.pageSize(limit) }
  const key = JSON.stringify(query)
  const send = async () => ({ ...(await listRecords(source, query)), isHeld })
  const name = `${listName(source)} ${key}`
  // It is sent when the key changes, and again after a failure; the kept page is shown meanwhile.
  const list = useRequest(key, send, keptPages.get(name), Boolean(search))
  const { result, isLoading, isStale, reload } = list
  useEffect(() => {
    if (result && !isStale && !after && !search) keptPages.set(name, result)
  }, [result, isStale, after, search, name])
  // The server answers again; the next look would come half a minute later.
  const lookIfOut = useEffectEvent(() => {
    if (!list.failure && $uncounted.get() === 'all') void lookAround(false)
  })
  useEffect(() => {
    if (!isLoading) lookIfOut()
  }, [isLoading])
  // Old rows stay while new ones load, but never held ones as others, and none after a failure.
  const isLost = list.isOther && list.failure !== undefined
  const page = result?.isHeld === isHeld && !isLost ? result : undefined

  // What was read in part is asked for again. While there is a failure, `useRequest` does it.
  const isPartial = useAskOn(page?.indexed ?? WHOLE, !isLoading && !list.failure, reload)

  const edit = (change: (rows: InboxRecord[]) => InboxRecord[]) =>
    list.update((now) => {
      const items = change(now.items)
      return { ...now, items, total: now.total + items.length - now.items.length }
    })
  /**
   * Takes the states of these rows, but for those that have changed since they were `before`, and the
   * total if none has.
   */
  const freshen = (before: Rows, fresh: Rows, total: number) =>
    list.update((now) => ({
      ...now,
      total: now.items === before ? total : now.total,
      items: now.items.map((item) => {
        const state = before.includes(item) && fresh.find(({ id }) => id === item.id)?.state
        return state ? { ...item, state } : item
      }),
    }))
  const records = page?.items ?? NONE
  return { ...list, page, isPartial, records, query, key, edit, freshen }
}

export type ShownRecords = ReturnType<typeof useRecords>

const NONE: ListPage['items'] = []

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
    const { done, of } = page.indexed ?? WHOLE
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

/**
 * The neighbours may be on another page; undefined until that page is read. Rows that a colleague
 * took away (`left`) are passed over.
 */
export function useNeighbours(list: ShownRecords, left: Rows): Neighbours | undefined {
  const route = useRoute()
  const { record: id } = route
  const { page, records, query } = list
  const isToBeFound = id === 'first' || id === 'last'
  const isRead = isToBeFound && page && !list.isStale
  const found = isRead ? records.at(id === 'first' ? 0 : -1) : undefined
  // Its records have left meanwhile.
  const isEmpty = isRead && !found && !list.isPartial
  const goBack = useEffectEvent(() => {
    const hasPrevious = id === 'first' && navigation.previousCursorsOf(route)?.length
    if (hasPrevious) navigation.readPreviousPage()
    else navigation.closeRecord()
  })
  useEffect(() => {
    if (found) navigation.switchRecord(found.id)
    else if (isEmpty) goBack()
  }, [found, isEmpty])
  if (isToBeFound) return undefined

  const walked = navigation.onWalk(route) ?? navigation.onFromReleased(route)
  if (walked) return walked
  // What one did oneself takes no row out of the way back.
  const gone = left.filter((one) => records.includes(one) && belongs(one, query.status))
  const { at, next, previous } = navigation.beside(id, records, gone)
  if (at < 0) return {}
  const previousCursors = navigation.previousCursorsOf(route)
  const before = previousCursors && previousCursors.length * navigation.pageSize(route.limit)
  const cursor = page?.next
  const open = (one: typeof next) => one && (() => navigation.switchRecord(one.id))
  return {
    position:
      before === undefined || !page
        ? `${at + 1} of ${records.length} on this page`
        : `${(before + at + 1).toLocaleString()} of ${page.total.toLocaleString()}`,
    next: open(next) ?? (cursor ? () => navigation.readNextPage(cursor) : undefined),
    previous: open(previous) ?? (previousCursors?.length ? navigation.readPreviousPage : undefined),
  }
}
