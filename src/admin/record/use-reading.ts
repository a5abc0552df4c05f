import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
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

/** Marks a record as seen each time it is opened or released; one that is marked unread stays so. */
export function useSeen(
  source: RecordSource,
  openId: string,
  record: InboxRecord | undefined,
  onSeen: (record: InboxRecord) => void,
) {
  const marked = useRef('')
  const mark = useEffectEvent(async (id: string) => {
    if (!record || !isNew(record)) return
    try {
      onSeen(await changeRecord(source, id, { seen: true }))
      await lookAtCounts(source)
    } catch {
      marked.current = ''
    }
  })
  const id = record?.id
  useEffect(() => {
    if (marked.current !== openId) marked.current = ''
    if (!id || marked.current) return
    marked.current = openId
    void mark(id)
  }, [openId, id])
}

/**
 * Reads the open record with each look around, and tells of a new state, and of a record that has
 * left its list. `isAnsweredElsewhere`: a look, or another answer of the server that was given to
 * `takeIn`, says that somebody has answered it meanwhile.
 */
export function useFreshState(
  source: RecordSource,
  record: InboxRecord | undefined,
  isHeld: boolean,
  { onChange, onGone }: { onChange: (record: InboxRecord) => void; onGone: () => void },
) {
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  const takeIn = (now: InboxRecord) => {
    if (now.state && !record?.state?.answeredAt) setElsewhere(now.state.answeredAt)
    onChange(now)
  }
  const look = useEffectEvent(async () => {
    if (!record) return
    try {
      const now = await peekRecord(source, record.id, isHeld)
      if (!now.state || JSON.stringify(now.state) === JSON.stringify(record.state)) return
      takeIn(now)
    } catch (error) {
      if (statusOf(error) === 404) onGone()
    }
  })
  useEffect(() => $lookedAt.listen(() => void look()), [])
  const isAnsweredElsewhere = elsewhere !== null && record?.state?.answeredAt === elsewhere
  return { isAnsweredElsewhere, takeIn }
}
