import { peekRecords } from '../api/admin-api.ts'
import { lookAtCounts, type Look } from '../api/lists.ts'
import { hasNews, noteArrivals } from './arrivals.ts'

const EVERY_MS = 30_000
/** The user is away after this time without a key or a pointer. */
const IDLE_MS = 15 * 60_000
/** More are shown as “20+”. */
const MOST_COUNTED = 20

async function countArrivals({ source }: Look): Promise<void> {
  const { items, next } = await peekRecords(source, MOST_COUNTED)
  noteArrivals(
    source,
    items.map(({ id }) => id),
    next !== null,
  )
}

/**
 * Reads the counts of all lists, and the arrivals of those with a newer record. Failures are
 * ignored.
 */
async function lookAround(): Promise<void> {
  const looks = await lookAtCounts().catch(() => [])
  const news = looks.filter(({ source, newest }) => hasNews(source, newest))
  await Promise.allSettled(news.map(countArrivals))
}

/**
 * Updates counts and arrivals every half minute, and when the page comes into sight again. It
 * pauses while the user is away, and keeps no session alive.
 */
export function watch(): () => void {
  let touched = Date.now()
  const isIdle = () => Date.now() - touched > IDLE_MS
  const lookIfSeen = () => {
    if (!document.hidden && !isIdle()) void lookAround()
  }
  const touch = () => {
    const wasIdle = isIdle()
    touched = Date.now()
    if (wasIdle) lookIfSeen()
  }
  const timer = setInterval(lookIfSeen, EVERY_MS)
  document.addEventListener('visibilitychange', lookIfSeen)
  const touches = ['keydown', 'pointerdown', 'pointermove'] as const
  for (const type of touches) addEventListener(type, touch, { passive: true })
  lookIfSeen()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookIfSeen)
    for (const type of touches) removeEventListener(type, touch)
  }
}
