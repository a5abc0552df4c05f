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
      for (const url of ['component-url', 'renderer-url']) {
        const link = document.createElement('link')
        link.rel = 'prefetch'
        link.href = form.closest('astro-island')?.getAttribute(url) ?? ''
        document.head.append(link)
      }
    })
  }).observe(form)
}

/** How long to wait where a browser knows no idle callback: Safari. */
const IDLE_FALLBACK_MS = 500

function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, IDLE_FALLBACK_MS)
}
