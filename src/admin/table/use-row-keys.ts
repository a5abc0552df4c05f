import { useEffect, useLayoutEffect, useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { ListParts } from '../actions/open-list.ts'
import * as actions from '../actions/record-action.ts'
import { senderKeys } from '../actions/to-sender.ts'
import { sayBeside } from '../parts/Notice.tsx'
import {
  focusedId,
  focusRow,
  goOn,
  linkKeys,
  unlessJustMoved,
  useKeys,
  type WantedRow,
} from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { $wantedNote } from '../record/note/use-note.ts'
import { openRecord, searchFor, showNext, showPrevious } from '../route/navigation.ts'
import { $isSearchWanted, useRoute } from '../route/route.ts'

type Options = ListParts & {
  next: string | null | undefined
  /** The rows are those of another view, until this one is read. */
  isOther: boolean
}

/**
 * j and k move through the rows, x selects one, n and p turn the pages. The others act on the
 * selected rows, or else on the one with the focus. While another view is read, j waits for its first
 * row, and no key meets an old one. After a record is closed its row has the focus.
 */
export function useRowKeys({ list, records, selected, isHeld, next, isOther }: Options) {
  const { after, previousCursors, record, search, status } = useRoute()
  const current = () => {
    const id = focusedId()
    return records.filter((one) => one.id === id)
  }
  const pick = (isRange: boolean) => () => {
    for (const { id } of current()) list.pick(id, isRange)
  }
  const withThese = (act: (these: readonly InboxRecord[]) => unknown) => () => {
    const these = selected.length > 0 ? selected : current()
    if (these.length > 0) void act(these)
  }
  const actAndGoOn = (actionFor: (these: readonly InboxRecord[]) => actions.RecordAction) =>
    unlessJustMoved(
      withThese((these) => {
        const action = actionFor(these)
        const isBegun = list.act(action, these) !== undefined
        const isLeaving = action.leaves || (status !== undefined && status !== 'new')
        if (isBegun && isLeaving && selected.length === 0) goOn(LINKS)
      }),
    )
  function openNote(record: InboxRecord | undefined) {
    if (!record) return
    $wantedNote.set(record.id)
    openRecord(record.id)
  }
  const noAnswer = actions.whyNoAnswer(list.source.form, isHeld)
  const rowKeys = {
    ...linkKeys(LINKS),
    x: pick(false),
    X: pick(true),
    ...senderKeys(() => {
      const [record] = current()
      return record && { list, record }
    }),
    m: isHeld ? undefined : () => openNote(current()[0]),
    e: noAnswer ? () => sayBeside(noAnswer) : actAndGoOn(actions.answering),
    u: isHeld ? undefined : withThese((these) => list.act(actions.forget, these)),
    '!': actAndGoOn(() => (isHeld ? actions.release : actions.hold)),
    '#': withThese((these) => list.act(actions.remove, these)),
    n: next ? () => showNext(next) : undefined,
    p: after && previousCursors?.length ? showPrevious : undefined,
  }
  useKeys({
    ...(isOther ? { j: () => list.want({ at: 0 }) } : rowKeys),
    Escape: selected.length > 0 ? () => list.select([]) : search ? () => searchFor('') : undefined,
  })

  // A row that stays takes the focus again, which none keeps while it waits.
  useLayoutEffect(() => {
    const id = isOther && focusedId()
    return () => {
      if (id && document.activeElement === document.body) linkOf(id)?.focus()
    }
  }, [isOther])

  const lastOpen = useRef<string>(undefined)
  /** The row that was opened, which may have led to records of other pages. */
  const opener = useRef({ after, at: 0 })
  // Another page starts at its top, where its keys go on; Back to the opener's page, at that row.
  const shownAfter = useRef(after)
  useEffect(() => {
    if (shownAfter.current === after) return
    shownAfter.current = after
    const isBack = lastOpen.current && !record && after === opener.current.after
    list.want({ at: isBack ? opener.current.at : 0 })
    if (isBack) return
    const table = document.querySelector('.table-frame')
    if ((table?.getBoundingClientRect().top ?? 0) < 0) table?.scrollIntoView()
  }, [after, record, list])

  // The focus returns to the row of the record that was open last. Beside the next one, its row is
  // in sight.
  const isSearchWanted = useStore($isSearchWanted)
  useEffect(() => {
    if (!record && !isSearchWanted) focusRow(LINKS, { id: lastOpen.current })
    else if (record && lastOpen.current) linkOf(record)?.scrollIntoView({ block: 'nearest' })
    else if (record)
      opener.current = { after, at: linkOf(record)?.closest('tr')?.sectionRowIndex ?? -1 }
    lastOpen.current = record
  }, [record, isSearchWanted])
}

const linkOf = (id: string) =>
  document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] .open-record`)

/** j and k move between the links of the rows; a row itself takes no focus. */
const LINKS = 'tr[data-id] .open-record'

/** After an action; no row below an open record takes the focus. */
export function restoreFocus(row: WantedRow) {
  if (!document.querySelector('dialog[open]')) focusRow(LINKS, row)
}
