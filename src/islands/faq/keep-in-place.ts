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
  const end = performance.now() + FOLLOW_MS

  const follow = () => {
    // Some engines scroll by whole pixels only. The rest is in the next difference.
    const moved = Math.round(placeOnPage() - place)
    place += moved
    scrollBy({ top: moved, behavior: 'instant' })
    if (performance.now() < end) nextFrame = requestAnimationFrame(follow)
  }
  cancelAnimationFrame(nextFrame)
  nextFrame = requestAnimationFrame(follow)
}
