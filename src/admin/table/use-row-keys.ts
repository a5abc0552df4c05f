import { useEffect, useRef, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { OpenList } from '../actions/open-list.ts'
import { answering } from '../actions/record-action.ts'
import { useKeys } from '../parts/use-keys.ts'
import { showNext, showPrevious } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { focusedId, focusId, moveFocus } from './row-focus.ts'

type Options = {
  table: RefObject<HTMLDivElement | null>
  list: OpenList
  records: readonly InboxRecord[]
  isHeld: boolean
  /** The cursor of the next page. */
  next: string | null | undefined
}

/**
 * j and k move through the rows, x selects one, e answers it, # deletes it, n and p turn the pages.
 * After a record is closed its row has the focus.
 */
export function useRowKeys({ table, list, records, isHeld, next }: Options) {
  const { after, previousCursors, record } = useRoute()
  const current = () => {
    const id = focusedId(table.current)
    return records.find((one) => one.id === id)
  }
  const withCurrent = (act: (record: InboxRecord) => void) => () => {
    const one = current()
    if (one) act(one)
  }
  const pick = (isRange: boolean) => withCurrent(({ id }) => list.pick(id, isRange))
  useKeys({
    j: () => moveFocus(table.current, 1),
    k: () => moveFocus(table.current, -1),
    x: pick(false),
    X: pick(true),
    e: isHeld ? undefined : withCurrent((one) => void list.act(answering([one]), [one])),
    '#': withCurrent((one) => list.confirmDelete([one])),
    n: next ? () => showNext(next) : undefined,
    p: after && previousCursors?.length ? showPrevious : undefined,
  })

  // Another page starts at its top.
  const shownAfter = useRef(after)
  useEffect(() => {
    if (shownAfter.current !== after) table.current?.scrollIntoView()
    shownAfter.current = after
  }, [after, table])

  // The focus returns to the row of the record that was open last.
  const lastOpen = useRef<string>(undefined)
  useEffect(() => {
    if (!record && lastOpen.current) focusId(table.current, lastOpen.current)
    lastOpen.current = record
  }, [record, table])
}
