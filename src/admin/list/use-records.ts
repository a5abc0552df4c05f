import { useEffect, useEffectEvent } from 'react'
import type { InboxRecord, ListPage, RecordState } from '#api/admin-contract.ts'
import { STATUSES } from '#forms/statuses.ts'
import { listRecords } from '../api/admin-api.ts'
import { belongs } from '../api/inbox-record.ts'
import { keptPages } from '../api/kept-pages.ts'
import { listName, type RecordSource } from '../api/lists.ts'
import { useAskOn, WHOLE } from '../api/patience.ts'
import { useRequest } from '../api/use-request.ts'
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
  const list = useRequest(key, send, keptPages.get(name), Boolean(search))
  const { result, isLoading, isStale, reload } = list
  useEffect(() => {
    if (result && !isStale && !after && !search) keptPages.set(name, result)
  }, [result, isStale, after, search, name])
  // Old rows stay while new ones load, but never held ones as others, and none after a failure.
  const isLost = list.isOther && list.failure !== undefined
  const page = result?.isHeld === isHeld && !isLost ? result : undefined

  // While there is a failure, `useRequest` repeats the call.
  const isPartial = useAskOn(page?.indexed ?? WHOLE, !isLoading && !list.failure, reload)

  /** Removes a row after the server has confirmed it. */
  const drop = (id: string) =>
    list.update((now) => {
      const items = now.items.filter((item) => item.id !== id)
      return { ...now, items, total: now.total - (now.items.length - items.length) }
    })
  const change = (id: string, state: RecordState) =>
    list.update((now) => ({
      ...now,
      items: now.items.map((item) => (item.id === id ? { ...item, state } : item)),
    }))
  const restore = (before: readonly InboxRecord[], back: readonly InboxRecord[]) =>
    list.update((now) => {
      const others = now.items.filter(({ id }) => !before.some((one) => one.id === id))
      const rows = before.flatMap((one) => {
        const here = now.items.find(({ id }) => id === one.id)
        // A new row: a look may have found that the old one had left.
        return here ?? (back.some(({ id }) => id === one.id) ? { ...one } : [])
      })
      const items = [...rows, ...others]
      return { ...now, items, total: now.total + items.length - now.items.length }
    })
  /**
   * Takes the states of these rows, but for those that have changed since they were `before`, and the
   * total if none has.
   */
  const freshen = (before: readonly InboxRecord[], fresh: readonly InboxRecord[], total: number) =>
    list.update((now) => ({
      ...now,
      total: now.items === before ? total : now.total,
      items: now.items.map((item) => {
        const state = before.includes(item) && fresh.find(({ id }) => id === item.id)?.state
        return state ? { ...item, state } : item
      }),
    }))
  const records = page?.items ?? NONE
  return { ...list, page, isPartial, records, query, key, drop, restore, change, freshen }
}

export type ShownRecords = ReturnType<typeof useRecords>

const NONE: ListPage['items'] = []

/**
 * The neighbours may be on another page; undefined until that page is read. Rows that a colleague
 * took away (`left`) are passed over.
 */
export function useNeighbours(
  list: ShownRecords,
  left: readonly InboxRecord[],
): Neighbours | undefined {
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

  const walked = navigation.onWalk(route)
  if (walked) return walked
  const at = records.findIndex((one) => one.id === id)
  if (at < 0) return {}
  const previousCursors = navigation.previousCursorsOf(route)
  const before = previousCursors && previousCursors.length * navigation.pageSize(route.limit)
  const cursor = page?.next
  // What one did oneself takes no row out of the way back.
  const isThere = (one: InboxRecord) => !left.includes(one) || !belongs(one, query.status)
  const open = (one: InboxRecord | undefined) => one && (() => navigation.switchRecord(one.id))
  return {
    position:
      before === undefined || !page
        ? `${at + 1} of ${records.length} on this page`
        : `${(before + at + 1).toLocaleString()} of ${page.total.toLocaleString()}`,
    next:
      open(records.slice(at + 1).find(isThere)) ??
      (cursor ? () => navigation.readNextPage(cursor) : undefined),
    previous:
      open(records.slice(0, at).findLast(isThere)) ??
      (previousCursors?.length ? navigation.readPreviousPage : undefined),
  }
}
