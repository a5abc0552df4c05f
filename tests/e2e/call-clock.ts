import type { Page } from 'playwright/test'

/** Makes call timeouts use the page's clock, which `page.clock` moves. Call this before `goto`. */
export async function installCallClock(page: Page): Promise<void> {
  await page.clock.install()
  // Playwright's clock does not replace AbortSignal.timeout.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => {
        controller.abort(new DOMException('It took too long.', 'TimeoutError'))
      }, ms)
      return controller.signal
    }
  })
}
