import { useEffect } from 'react'
import { listRecords, type RecordPage } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'
import { useRoute } from '../route/route.ts'
import { useAnswer } from '../api/use-request.ts'
import { pageSize } from '../route/page-size.ts'

/** Milliseconds between two looks at how far the server's index has come. */
const LOOK_AGAIN = 400

/** The page of the collection's records that the URL names. */
export function useRecords(collection: Collection) {
  const { after, search, sort, held, limit } = useRoute()
  const asked = { after, search, sort, isHeld: held !== undefined, limit: pageSize(limit) }
  const key = JSON.stringify(asked)
  const ask = async () => ({ ...(await listRecords(collection, asked)), isHeld: asked.isHeld })
  const list = useAnswer(key, ask)
  const { answer, isAsking, again } = list
  // Rows of the other kind would be offered what can't be done with them.
  const page = answer?.isHeld === asked.isHeld ? answer : undefined

  const isPartial = page?.indexed !== undefined && page.indexed.done < page.indexed.of
  useEffect(() => {
    if (!isPartial || isAsking) return
    const timer = setTimeout(again, LOOK_AGAIN)
    return () => clearTimeout(timer)
  }, [isPartial, isAsking, again])

  /** Takes out a row that the server has confirmed to be gone from this list. */
  const drop = (id: string) => list.amend((now) => without(now, id))
  return { ...list, page, records: page?.items ?? [], key, drop }
}

const without = <P extends RecordPage>(page: P, id: string): P => ({
  ...page,
  items: page.items.filter((item) => item.id !== id),
  total: page.total - 1,
})
