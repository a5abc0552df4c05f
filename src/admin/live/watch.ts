import { atom } from 'nanostores'
import { statusOf } from '../api/failure.ts'
import { $answered, $retryTrigger } from '../api/use-request.ts'
import {
  $uncounted,
  listName,
  lookAtCounts,
  peekRecords,
  type Look,
  type RecordSource,
} from '../api/lists.ts'

const EVERY_MS = 30_000
/** While the server still counts: each look lets it count on. */
const SOON_MS = 2_000
/** The user is away after this time without a key or a pointer. */
const IDLE_MS = 15 * 60_000
/** More are shown as “20+”. */
const MOST_COUNTED = 20

/** The new records of a list since it was shown. */
type Arrivals = {
  /** The id of the newest record then; '' for none. */
  since: string
  ids: readonly string[]
  hasMore?: boolean
}

/** By the list's name. */
export const $arrivals = atom<Readonly<Record<string, Arrivals>>>({})

const set = (source: RecordSource, arrivals: Arrivals) =>
  $arrivals.set({ ...$arrivals.get(), [listName(source)]: arrivals })

/** Later records than this one are new. */
export const noteShown = (source: RecordSource, newest = '') =>
  set(source, { since: newest, ids: [] })

/** Ids count backwards in time, so that the newest sorts first. */
export const isNewer = (id: string, since: string) => since === '' || id < since

/** Counts what is newer than what was shown; what is there at the first look is not new. */
async function countArrivals({ source, newest }: Look): Promise<void> {
  const before = $arrivals.get()[listName(source)]
  if (!before) noteShown(source, newest)
  if (!before || newest === '' || !isNewer(newest, before.since)) return
  const { items, next } = await peekRecords(source, { limit: MOST_COUNTED })
  const now = $arrivals.get()[listName(source)] ?? before
  const ids = items.map(({ id }) => id).filter((id) => isNewer(id, now.since))
  set(source, { ...now, ids, hasMore: next !== null && ids.length === items.length })
}

/** Reads all counts, or says that they can't be read. True while the server still counts. */
export async function lookAround(renewsSession: boolean): Promise<boolean> {
  const looks = await lookAtCounts(undefined, { renewsSession }).catch((error: unknown) => {
    // Without a touch a look renews nothing: the session may be stale alone.
    const isOver = statusOf(error) === 401 && (renewsSession || $uncounted.get() === 'ended')
    $uncounted.set(isOver ? 'ended' : 'all')
    return []
  })
  if (looks.length > 0) $answered.set($answered.get() + 1)
  await Promise.allSettled(looks.map(countArrivals))
  return looks.some(({ indexed }) => indexed)
}

/**
 * Updates counts and arrivals every half minute, and when the page comes into sight again. It
 * pauses while the user is away. A look renews the session only if the user did something since the
 * last one.
 */
export function watch(): () => void {
  const leaving = new AbortController()
  let touched = Date.now()
  let isUsed = false
  const isIdle = () => Date.now() - touched > IDLE_MS
  let soon = 0
  const lookIfSeen = () => {
    clearTimeout(soon)
    if (leaving.signal.aborted || document.hidden || isIdle()) return
    void lookAround(isUsed).then((isCounting) => {
      if (isCounting) soon = window.setTimeout(lookIfSeen, SOON_MS)
    })
    isUsed = false
  }
  const touch = () => {
    const wasIdle = isIdle()
    touched = Date.now()
    isUsed = true
    if (wasIdle) lookIfSeen()
  }
  const timer = setInterval(lookIfSeen, EVERY_MS)
  const forget = $retryTrigger.listen(lookIfSeen)
  const options = { signal: leaving.signal, passive: true }
  document.addEventListener('visibilitychange', lookIfSeen, options)
  for (const type of ['keydown', 'pointerdown', 'pointermove'])
    addEventListener(type, touch, options)
  lookIfSeen()
  return () => {
    clearInterval(timer)
    forget()
    leaving.abort()
  }
}
