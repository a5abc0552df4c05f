import { useEffect, useRef, type RefObject } from 'react'
import { useKeys } from '../parts/use-keys.ts'
import { useRoute } from '../route/route.ts'
import { focusedId, focusId, moveFocus } from './row-focus.ts'

type Table = RefObject<HTMLDivElement | null>

/** j and k walk through the rows, x selects one; a record that is closed leads back to its row. */
export function useRowKeys(table: Table, toggle: (id: string) => void) {
  const { after, record } = useRoute()
  useKeys({
    j: () => moveFocus(table.current, 1),
    k: () => moveFocus(table.current, -1),
    x() {
      const id = focusedId(table.current)
      if (id) toggle(id)
    },
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
