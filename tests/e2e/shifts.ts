import type { Page } from 'playwright/test'

/**
 * A page arrives in packets, and the fonts after the first paint. A word may move by a pixel or
 * two. No line may break elsewhere, which is a shift of 0.02 or more. Search engines call a shift
 * of 0.1 good.
 */
export const SHIFT = 0.0025

interface Shift extends PerformanceEntry {
  value: number
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** The sum of what shifted on this page, and each text that moved, with its place before and after. */
export const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        let sum = 0
        const moved: string[] = []
        const place = ({ x, y, width, height }: DOMRect) =>
          [x, y, width, height].map((pixels) => pixels.toFixed(1)).join(' ')
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[]) {
            sum += value
            for (const { node, previousRect, currentRect } of sources) {
              const text = (node?.textContent ?? '').trim().slice(0, 40)
              moved.push(`${text}: ${place(previousRect)} → ${place(currentRect)}`)
            }
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestIdleCallback(() => resolve({ sum, moved })))
      }),
  )
