import type { Page } from 'playwright/test'

/**
 * Resolves once the page has drawn itself and had idle moments: whatever it does without being
 * touched has begun by then. Three rounds, because what comes into view is noticed with a frame, and
 * acted upon in the idle moment after it.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
