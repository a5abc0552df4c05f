import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { changeRecord, peekRecord } from '../api/one-record.ts'
import { $looks, lookAtCounts, type RecordSource } from '../api/lists.ts'
import { isNew } from '../api/inbox-record.ts'
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

/** A record that is left sooner is not read. */
const QUICK_STEP_MS = 150

/**
 * Resolves once the user stays at the record of this id: at once after a pause, a moment later
 * during quick steps, and never after the record was left.
 */
export function useDebouncedOpen(id: string): () => Promise<void> {
  const current = useRef<string>(undefined)
  const changedAt = useRef(-Infinity)
  const isQuick = useRef(false)
  useLayoutEffect(() => {
    isQuick.current = performance.now() - changedAt.current < QUICK_STEP_MS
    changedAt.current = performance.now()
    current.current = id
    return () => {
      current.current = undefined
    }
  }, [id])
  return () =>
    new Promise((resolve) => {
      const resolveHere = () => current.current === id && resolve()
      if (isQuick.current) setTimeout(resolveHere, QUICK_STEP_MS)
      else resolve()
    })
}

/** Marks a record as seen once for each time it is opened; one that is then marked unread stays so. */
export function useSeen(
  source: RecordSource,
  openId: string,
  record: InboxRecord | undefined,
  onSeen: (record: InboxRecord) => void,
) {
  const isMarked = useRef(false)
  const mark = useEffectEvent(async (id: string) => {
    if (!record || !isNew(record)) return
    try {
      onSeen(await changeRecord(source, id, { seen: true }))
      await lookAtCounts(source)
    } catch {
      isMarked.current = false
    }
  })
  useEffect(() => {
    isMarked.current = false
  }, [openId])
  const id = record?.id
  useEffect(() => {
    if (!id || isMarked.current) return
    isMarked.current = true
    void mark(id)
  }, [openId, id])
}

/**
 * Reads the open record's state with each look around. True if somebody has answered it elsewhere
 * meanwhile.
 */
export function useFreshState(
  source: RecordSource,
  record: InboxRecord | undefined,
  onChange: (record: InboxRecord) => void,
): boolean {
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  const look = useEffectEvent(async () => {
    if (!record?.state) return
    const now = await peekRecord(source, record.id).catch(() => undefined)
    if (!now?.state || JSON.stringify(now.state) === JSON.stringify(record.state)) return
    if (!record.state.answeredAt) setElsewhere(now.state.answeredAt)
    onChange(now)
  })
  useEffect(() => $looks.listen(() => void look()), [])
  return elsewhere !== null && record?.state?.answeredAt === elsewhere
}

/**
 * Removes the row when the user leaves the deleted record. Until then it marks the place in the
 * list.
 */
export function useRemoveRowOnLeave(id: string, isGone: boolean, onGone: (id: string) => void) {
  const remove = useEffectEvent(onGone)
  useEffect(() => (isGone ? () => remove(id) : undefined), [id, isGone])
}
