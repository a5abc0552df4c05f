import { useEffect, useRef, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { answering, type RecordAction } from '../actions/record-action.ts'
import { useKeys } from '../parts/use-keys.ts'
import { showNext, showPrevious } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { focusedId, focusId, moveFocus } from './row-focus.ts'
import type { Selection } from './use-selection.ts'

type Options = {
  table: RefObject<HTMLDivElement | null>
  records: readonly InboxRecord[]
  isHeld: boolean
  selection: Selection
  /** The cursor of the next page. */
  next: string | null | undefined
  onAction: (action: RecordAction, records: readonly InboxRecord[]) => void
  onDelete: (records: readonly InboxRecord[]) => void
}

/**
 * j and k walk through the rows, x selects one, e and # do something with it, n and p turn the
 * pages. A record that is closed leads back to its row.
 */
export function useRowKeys(options: Options) {
  const { table, records, isHeld, selection, next, onAction, onDelete } = options
  const { after, previousCursors, record } = useRoute()
  const current = () => {
    const id = focusedId(table.current)
    return records.find((one) => one.id === id)
  }
  const withCurrent = (act: (record: InboxRecord) => void) => () => {
    const one = current()
    if (one) act(one)
  }
  const pick = (inOrder?: readonly string[]) => withCurrent(({ id }) => selection.pick(id, inOrder))
  useKeys({
    j: () => moveFocus(table.current, 1),
    k: () => moveFocus(table.current, -1),
    x: pick(),
    X: pick(records.map(({ id }) => id)),
    e: isHeld ? undefined : withCurrent((one) => onAction(answering([one]), [one])),
    '#': withCurrent((one) => onDelete([one])),
    n: next ? () => showNext(next) : undefined,
    p: after && previousCursors?.length ? showPrevious : undefined,
  })

  // Another page is read from its top.
  const shownAfter = useRef(after)
  useEffect(() => {
    if (shownAfter.current !== after) table.current?.scrollIntoView()
    shownAfter.current = after
  }, [after, table])

  // Closing the record leads back to its row, whichever was read last.
  const lastOpen = useRef<string>(undefined)
  useEffect(() => {
    if (!record && lastOpen.current) focusId(table.current, lastOpen.current)
    lastOpen.current = record
  }, [record, table])
}
