import { peekRecords } from '../api/admin-api.ts'
import { lookAtCounts, type Look } from '../api/counts.ts'
import { hasNews, noteArrivals } from './arrivals.ts'

const EVERY_MS = 30_000
/** Without a key or a pointer for so long nobody is there. */
const IDLE_MS = 15 * 60_000
/** As many arrivals are counted; more are “and more”. */
const MOST_COUNTED = 20

/** Counts what came to a list since it was shown. */
async function countArrivals({ source }: Look): Promise<void> {
  const { items, next } = await peekRecords(source, MOST_COUNTED)
  noteArrivals(
    source,
    items.map(({ id }) => id),
    next !== null,
  )
}

/** Asks every list for its counts, and those with news for what came; what fails is no news. */
async function lookAround(): Promise<void> {
  const looks = await lookAtCounts().catch(() => [])
  const news = looks.filter(({ source, newest }) => hasNews(source, newest))
  await Promise.allSettled(news.map(countArrivals))
}

/**
 * Keeps counts and arrivals up to date while somebody looks: every half minute, at once when the
 * page comes into sight again, and not at all once nobody has touched it for a while. Asking is not
 * use: it keeps no session alive.
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
