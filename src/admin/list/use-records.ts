import { useEffect, useRef } from 'react'
import type { ListPage, RecordState } from '#api/admin-contract.ts'
import { listRecords, STATUSES } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'
import { useRoute } from '../route/route.ts'
import { useRequest } from '../api/use-request.ts'
import { pageSize } from '../route/navigation.ts'

/** Between two looks at how far a search has come; longer while it does not get on. */
const POLL_MS = { first: 400, longest: 10_000 }

/** The page of the source's records that the URL names; `drop` takes a record out of it. */
export function useRecords(source: RecordSource) {
  const { after, search, sort, held, status: asked, limit } = useRoute()
  const status = STATUSES.find((one) => one === asked)
  const isHeld = held !== undefined
  const query = { after, search, sort, status, isHeld, limit: pageSize(limit) }
  const key = JSON.stringify(query)
  const send = async () => ({ ...(await listRecords(source, query)), isHeld })
  const list = useRequest(key, send)
  const { result, isLoading, reload } = list
  // Rows of the other kind would be offered what can't be done with them.
  const page = result?.isHeld === isHeld ? result : undefined

  const { done = 0, of = 0 } = page?.indexed ?? {}
  const wait = useRef({ done, ms: POLL_MS.first })
  // What fails waits for a person, or for the network.
  const isPartial = done < of && list.failure === undefined
  useEffect(() => {
    if (!isPartial || isLoading) return
    const { done: before, ms } = wait.current
    const next = done > before ? POLL_MS.first : Math.min(ms * 1.5, POLL_MS.longest)
    wait.current = { done, ms: next }
    const timer = setTimeout(reload, next)
    return () => clearTimeout(timer)
  }, [isPartial, isLoading, reload, done])

  /** Takes out a row that the server has confirmed to be gone from this list. */
  const drop = (id: string) => list.update((now) => without(now, id))
  /** Shows what was done with a record. */
  const change = (id: string, state: RecordState) => list.update((now) => changed(now, id, state))
  return { ...list, page, records: page?.items ?? NONE, query, key, drop, change }
}

const NONE: ListPage['items'] = []

const changed = <P extends ListPage>(page: P, id: string, state: RecordState): P => ({
  ...page,
  items: page.items.map((item) => (item.id === id ? { ...item, state } : item)),
})

const without = <P extends ListPage>(page: P, id: string): P => ({
  ...page,
  items: page.items.filter((item) => item.id !== id),
  total: page.total - 1,
})
