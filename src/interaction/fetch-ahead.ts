import { filesAround } from './files-around.ts'

/**
 * Fetches a form's code at low priority once the form is in view and the page is idle. The code is
 * only cached, so that the first key finds it. With Save-Data it loads at the first touch.
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

/** `<link rel=prefetch>` does not work: Firefox checks it against default-src, which is 'none'. */
async function fetchIntoCache(url: string) {
  try {
    // The browser caches only a body that is read to its end.
    await (await fetch(url, { priority: 'low' })).blob()
  } catch {
    // The first touch loads it.
  }
}

/** Safari has no requestIdleCallback. */
const IDLE_FALLBACK_MS = 500

/** Waits for the next frame first, so that the text is painted. */
function whenIdle(action: () => void) {
  requestAnimationFrame(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(action)
    else setTimeout(action, IDLE_FALLBACK_MS)
  })
}
