import { filesAround } from './touched.ts'

/**
 * Fetches a form's code at low priority once the form is in view and the page is idle. The code is not
 * run, but the first key finds it in the cache. With Save-Data it comes with the first touch.
 */
export function fetchAhead(form: Element) {
  if (navigator.connection?.saveData) return

  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    whenIdle(() => {
      for (const url of filesAround(form)) void fetchIntoCache(url)
    })
  }).observe(form)
}

/** Not by `<link rel=prefetch>`: Firefox checks that against default-src, which is 'none'. */
async function fetchIntoCache(url: string) {
  try {
    // A body that is not read to its end is not cached.
    await (await fetch(url, { priority: 'low' })).blob()
  } catch {
    // It comes with the first touch.
  }
}

/** Safari has no idle callback. */
const IDLE_FALLBACK_MS = 500

/** Waits for the next frame first, so that the text is painted. */
function whenIdle(act: () => void) {
  requestAnimationFrame(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(act)
    else setTimeout(act, IDLE_FALLBACK_MS)
  })
}
