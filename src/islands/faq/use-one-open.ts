import { type RefObject, useEffect } from 'react'

/**
 * From the first touch on, the browser keeps one answer open at a time. Without the code several may
 * stay open, so the elements get their common name here.
 */
export function useOneOpen(list: RefObject<HTMLOListElement | null>) {
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('details') ?? [])]
    const named = () => all.find(({ parentElement }) => isNamed(parentElement?.id ?? ''))

    // What was pressed before the code came stays open.
    const open = all.filter((one) => one.open)
    const kept = open.find((one) => one.matches(':focus-within')) ?? open.at(-1)
    if (kept) keepInPlace(kept)
    for (const one of all) {
      if (one !== kept) one.open = false
      one.name = 'answer'
    }
    if (kept !== (named() ?? all[0])) nameInAddress(kept?.parentElement?.id)

    // The page's own script opens what a new address names (pages/_faqs/Questions.astro). The
    // browser may lose its scroll to it while another answer closes.
    const follow = () => {
      const answer = named()
      if (!answer) return
      answer.parentElement?.scrollIntoView()
      keepInPlace(answer)
    }
    addEventListener('hashchange', follow, { capture: true })
    return () => removeEventListener('hashchange', follow, { capture: true })
  }, [list])
}

/** Whether the address of the page names this answer. */
export const isNamed = (id: string) => location.hash === `#${id}`

/** Names the open answer in the address, or none. No step of the history, and nothing scrolls. */
export function nameInAddress(id = '') {
  const url = new URL(location.href)
  url.hash = id
  if (url.href === location.href) return
  history.replaceState(history.state, '', url)
}

/** The address of one answer, for others. */
export const addressOf = (id: string) => `${location.origin}${location.pathname}#${id}`

/** A little longer than the movement of an answer, which is `--mid` in tokens.css. */
const FOLLOW_MS = 500

let nextFrame = 0

/**
 * Keeps an element at its place on the screen while an answer above it closes: the page scrolls by
 * what disappears. A visitor may scroll at the same time.
 */
export function keepInPlace(element: Element) {
  const placeOnPage = () => element.getBoundingClientRect().top + scrollY
  let place = placeOnPage()
  let end = 0

  const follow = () => {
    // Some engines scroll by whole pixels only. The rest is in the next difference.
    const moved = Math.round(placeOnPage() - place)
    place += moved
    scrollBy({ top: moved, behavior: 'instant' })
    // On a busy page the movement begins with a late first frame, and ends later.
    if (end === 0 || moved !== 0) end = performance.now() + FOLLOW_MS
    if (performance.now() < end) nextFrame = requestAnimationFrame(follow)
  }
  cancelAnimationFrame(nextFrame)
  nextFrame = requestAnimationFrame(follow)
}
