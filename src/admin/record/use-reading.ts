import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { answeredHere } from '../actions/record-action.ts'
import { statusOf } from '../api/failure.ts'
import { changeRecord, peekRecord } from '../api/one-record.ts'
import { $lookedAt, lookAtCounts, type RecordSource } from '../api/lists.ts'
import { isNew } from '../api/inbox-record.ts'
import { useMarks } from '../parts/found.ts'
import { useKeys } from '../parts/use-keys.ts'

const OVERLAP_PX = 48

/**
 * The keys that scroll a text scroll the open record, wherever the focus is. The next record starts
 * at its top, and gets the focus if the last one lost it.
 */
export function useReadingKeys(body: RefObject<HTMLDivElement | null>, id: string) {
  const page = (pages: number) => () =>
    body.current?.scrollBy({ top: pages * (body.current.clientHeight - OVERLAP_PX) })
  useKeys(
    {
      PageDown: page(1),
      PageUp: page(-1),
      Home: () => body.current?.scrollTo({ top: 0 }),
      End: () => body.current?.scrollTo({ top: body.current.scrollHeight }),
    },
    1,
  )
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    body.current?.scrollTo({ top: 0 })
    if (document.activeElement === document.body) body.current?.focus()
  }, [id, body])
}

/** Marks what the search found. A record whose marks are all below begins at the first one. */
export function useFirstMark(body: RefObject<HTMLDivElement | null>, id: string, search?: string) {
  const begun = useRef('')
  useMarks('.detail :is(h2, .fields dd)', search, (first) => {
    if (begun.current === id || !body.current) return
    begun.current = id
    const [mark, pane] = [first.getBoundingClientRect(), body.current.getBoundingClientRect()]
    if (mark.bottom > pane.bottom)
      body.current.scrollBy({ top: mark.top - pane.top - pane.height / 3 })
  })
}

/** A record that is left sooner is not read. */
const QUICK_STEP_MS = 150
/** A record that is shown for this long is read, even if the server has not answered yet. */
const SHOWN_MS = 500

/**
 * Resolves once the user stays at the record of this id: at once after a pause, a moment later
 * during quick steps, and never after the record was left.
 */
export function useDebouncedOpen(id: string): () => Promise<void> {
  const shown = useRef({ id: '', at: -Infinity, isQuick: false })
  useLayoutEffect(() => {
    const at = performance.now()
    shown.current = { id, at, isQuick: at - shown.current.at < QUICK_STEP_MS }
    return () => {
      shown.current.id = ''
    }
  }, [id])
  return () =>
    new Promise((resolve) => {
      if (!shown.current.isQuick) resolve()
      else setTimeout(() => shown.current.id === id && resolve(), QUICK_STEP_MS)
    })
}

/** The timer, or 0. The next record stops it, also in another dialog; closing the dialog does not. */
let marking = 0

type SeenOptions = {
  /** What is shown until the record is read: its row. */
  row: InboxRecord | undefined
  isLeaving: boolean
  onSeen: (record: InboxRecord) => void
}

/**
 * Marks a record as seen each time it is opened or released, unless the user steps on at once; one
 * that is marked unread stays so.
 */
export function useSeen(
  source: RecordSource,
  openId: string,
  record: InboxRecord | undefined,
  { row, isLeaving, onSeen }: SeenOptions,
) {
  const marked = useRef('')
  // Once the server has answered, the row has what was done here meanwhile.
  const takeIn = useEffectEvent(onSeen)
  const mark = useEffectEvent(async (id: string) => {
    try {
      takeIn(await changeRecord(source, id, { seen: true }))
      await lookAtCounts(source)
    } catch {
      if (marked.current === id) marked.current = ''
    }
  })
  // One that was read before gets no mark, which would undo “Mark unread”.
  const start = useEffectEvent((id: string) => {
    const markNow = () => {
      marking = 0
      void mark(id)
    }
    if (record && isNew(record)) marking = window.setTimeout(markNow, QUICK_STEP_MS)
  })
  const id = record?.id
  useEffect(() => {
    // If the act that would take it away fails, it is read after all.
    if (marked.current !== openId || (isLeaving && marking > 0)) {
      clearTimeout(marking)
      marking = 0
      marked.current = ''
    }
    if (!id || marked.current || isLeaving) return
    marked.current = openId
    start(id)
  }, [openId, id, isLeaving])
  // On a slow line it may be left before it is read.
  const unread = useRef<string>(undefined)
  useEffect(() => {
    unread.current = row && isNew(row) && !record && !isLeaving ? row.id : undefined
  })
  useEffect(() => {
    const since = performance.now()
    return () => {
      const isShown = performance.now() - since >= SHOWN_MS
      // One that was read is marked already, or is unread again.
      if (unread.current && isShown && marked.current !== openId) void mark(unread.current)
    }
  }, [openId])
}

/** What somebody else did with the answer of the open record. */
export type Elsewhere = 'answered' | 'taken back' | undefined

type FreshOptions = {
  /** The state that the list shows, which may have been read before the record. */
  listed: RecordState | undefined
  /** An action of one's own is about to change the record, or to take it away. */
  isBusy: () => boolean
  onChange: (record: InboxRecord) => void
  onGone: () => void
}

/**
 * Reads the open record with each look around, and tells of a state that the list does not show yet,
 * and of a record that has left its list. `elsewhere`: what is read, or another answer of the server
 * that was given to `takeIn`, says that somebody has answered it meanwhile, or taken that back.
 */
export function useFreshState(
  source: RecordSource,
  record: InboxRecord | undefined,
  isHeld: boolean,
  { listed, isBusy, onChange, onGone }: FreshOptions,
) {
  const [change, setChange] = useState<{ id: string; answeredAt: string | null }>()
  const takeIn = (now: InboxRecord) => {
    const before = (listed ?? record?.state)?.answeredAt
    const { id, state } = now
    // A record that was left may be marked as seen later.
    if (id === record?.id && state && Boolean(state.answeredAt) !== Boolean(before))
      setChange({ id, answeredAt: state.answeredAt })
    onChange(now)
  }
  const compare = useEffectEvent(() => {
    if (record && listed && listed !== record.state) takeIn(record)
  })
  const isListed = listed !== undefined
  useLayoutEffect(() => compare(), [record, isListed])
  const look = useEffectEvent(async () => {
    if (!record || isBusy()) return
    try {
      const now = await peekRecord(source, record.id, isHeld)
      const isSame = JSON.stringify(now.state) === JSON.stringify(record.state)
      if (now.state && !isSame && !isBusy()) takeIn(now)
    } catch (error) {
      if (statusOf(error) === 404 && !isBusy()) onGone()
    }
  })
  useEffect(() => $lookedAt.listen(() => void look()), [])
  const isSo = change?.id === record?.id && change?.answeredAt === record?.state?.answeredAt
  const isTold = change && isSo && answeredHere(change.id) !== change.answeredAt
  const elsewhere: Elsewhere = isTold ? (change.answeredAt ? 'answered' : 'taken back') : undefined
  return { elsewhere, takeIn }
}
