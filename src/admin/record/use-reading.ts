import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { changeRecord } from '../api/admin-api.ts'
import { lookAtCounts } from '../api/counts.ts'
import { isNew } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/record-source.ts'
import { useKeys } from '../parts/use-keys.ts'

/** A little of the page before stays in sight. */
const OVERLAP_PX = 48

/**
 * The keys that move through a long text do so in the open record, wherever the focus is. Another
 * record is read from its top, and the focus that its predecessor takes with it comes there.
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

/** Whoever walks on sooner than this does not read. */
const WALK_MS = 150

/**
 * Waits until somebody stays at the record of this id: not at all after a rest, a moment while they
 * walk on, and for ever where they have left.
 */
export function useStaying(id: string): () => Promise<void> {
  const current = useRef<string>(undefined)
  const changedAt = useRef(-Infinity)
  const isWalking = useRef(false)
  useLayoutEffect(() => {
    isWalking.current = performance.now() - changedAt.current < WALK_MS
    changedAt.current = performance.now()
    current.current = id
    return () => {
      current.current = undefined
    }
  }, [id])
  return () =>
    new Promise((resolve) => {
      const resolveHere = () => current.current === id && resolve()
      if (isWalking.current) setTimeout(resolveHere, WALK_MS)
      else resolve()
    })
}

/**
 * Says once of each record that is read here that it was seen; what fails is said the next time it is
 * opened.
 */
export function useSeen(
  source: RecordSource,
  record: InboxRecord | undefined,
  onSeen: (record: InboxRecord) => void,
) {
  /** Read here before: whoever marks it unread means that. */
  const read = useRef(new Set<string>())
  const say = useEffectEvent(async (id: string) => {
    if (!record || !isNew(record)) return
    try {
      onSeen(await changeRecord(source, id, { seen: true }))
      await lookAtCounts(source)
    } catch {
      read.current.delete(id)
    }
  })
  const id = record?.id
  useEffect(() => {
    if (!id || read.current.has(id)) return
    read.current.add(id)
    void say(id)
  }, [id])
}

/**
 * A record that is gone lets its row go once it is left: until then the row says where one is, and
 * what comes next.
 */
export function useLettingGo(id: string, isGone: boolean, onGone: (id: string) => void) {
  const letGo = useEffectEvent(onGone)
  useEffect(() => (isGone ? () => letGo(id) : undefined), [id, isGone])
}
