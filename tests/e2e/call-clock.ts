import type { Page } from 'playwright/test'

/** Puts the time-outs of calls on the page's clock, which `page.clock` moves on. Comes before `goto`. */
export async function installCallClock(page: Page): Promise<void> {
  await page.clock.install()
  // The clock has timers, and not this one.
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
