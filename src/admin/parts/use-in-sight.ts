import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the chosen element of a scrolling row in sight. When chosen it is centred, if the row's
 * beginning does not show it before its fading edge (tabs.css). If counts or fonts push it
 * later, the row follows, unless the user has scrolled it away. The page itself never moves.
 */
export function useInSight<T extends HTMLElement>(
  chosen: string,
  selector: string,
): RefObject<T | null> {
  const row = useRef<T>(null)
  const before = useRef({ chosen: '', left: 0, right: 0 })
  useLayoutEffect(() => {
    const follow = () => {
      const one = row.current?.querySelector<HTMLElement>(selector)
      if (!row.current || !one) return
      const { scrollLeft, clientWidth } = row.current
      const last = before.current
      const [left, right] = [one.offsetLeft, one.offsetLeft + one.offsetWidth]
      before.current = { chosen, left, right }
      const wasInSight = last.left >= scrollLeft - 1 && last.right <= scrollLeft + clientWidth + 1
      const centred = right < clientWidth - 48 ? 0 : (left + right - clientWidth) / 2
      const along = scrollLeft + left - last.left
      if (chosen !== last.chosen) row.current.scrollLeft = centred
      else if (wasInSight)
        row.current.scrollLeft = Math.min(Math.max(along, right - clientWidth), left)
    }
    // It looks once at the beginning, and whenever an element has another width.
    const widths = new ResizeObserver(follow)
    for (const one of row.current?.children ?? []) widths.observe(one)
    return () => widths.disconnect()
  })
  return row
}
