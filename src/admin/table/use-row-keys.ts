import { useEffect, useRef, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { OpenList } from '../actions/open-list.ts'
import { answering } from '../actions/record-action.ts'
import { useKeys } from '../parts/use-keys.ts'
import { showNext, showPrevious } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'

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

/** j and k move between the links of the rows; a row itself takes no focus. */
const links = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-id] .open-record') ?? []),
]

const idOf = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('tr[data-id]')?.dataset['id']

/** The record whose row has the focus. */
const focusedId = (table: HTMLElement | null): string | undefined => {
  const focused = document.activeElement
  return table?.contains(focused) ? idOf(focused) : undefined
}

/** Focuses the row of this record, if it is shown, and scrolls only if it is out of sight. */
function focusId(table: HTMLElement | null, id: string) {
  const link = links(table).find((one) => idOf(one) === id)
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus by one row; from outside the table to the first one. */
function moveFocus(table: HTMLElement | null, by: 1 | -1) {
  const rows = links(table)
  const id = focusedId(table)
  const at = rows.findIndex((link) => idOf(link) === id)
  const to = at < 0 || id === undefined ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
  rows[to]?.focus()
}

/** If the focused row is gone, focuses the row that is now at its index. */
export function restoreFocus(table: HTMLElement | null, at: number) {
  if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
  const rows = links(table)
  const next = rows[Math.min(at, rows.length - 1)] ?? table
  next?.focus()
}
