import { peek, type ListPage } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'
import { hasNews, noteArrivals } from './arrivals.ts'
import { everyList } from './sources.ts'

const EVERY_MS = 30_000
/** Without a key or a pointer for so long nobody is there. */
const IDLE_MS = 15 * 60_000
/** As many arrivals are counted; more are “and more”. */
const MOST_COUNTED = 20

let lists: Promise<RecordSource[]> | undefined

/** Asks one list what it has; what fails is asked again next time, and is no news. */
async function look(source: RecordSource): Promise<void> {
  const { items } = await peek(source)
  const newest = items[0]?.id
  if (!hasNews(source, newest)) return
  const { items: page, next }: ListPage = await peek(source, MOST_COUNTED)
  noteArrivals(
    source,
    page.map(({ id }) => id),
    next !== null,
  )
}

/** Asks every list for its counts, and for what came. */
async function lookAround(): Promise<void> {
  lists ??= everyList()
  try {
    await Promise.allSettled((await lists).map(look))
  } catch {
    lists = undefined
  }
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
