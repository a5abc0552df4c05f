import { filesAround } from './touched.ts'

/**
 * Once a form is in view and the page is idle, its code is fetched at low priority and not run, so
 * that the first key finds it there. Whoever saves data gets it with the first touch, as usual.
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

/** Not `<link rel=prefetch>`: Firefox judges that by default-src, and the policy's is 'none'. */
async function fetchIntoCache(url: string) {
  try {
    // What is not read to its end is not kept.
    await (await fetch(url, { priority: 'low' })).blob()
  } catch {
    // It comes with the first touch.
  }
}

/** How long to wait where a browser knows no idle callback: Safari. */
const IDLE_FALLBACK_MS = 500

/** Not before the frame is painted: the text comes first. */
function whenIdle(act: () => void) {
  requestAnimationFrame(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(act)
    else setTimeout(act, IDLE_FALLBACK_MS)
  })
}
