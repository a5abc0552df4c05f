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

/** From now on the page's time passes only where the test says so, however long a step takes. */
export const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)

/** The shortest time limit of a page; its other timers are shorter. */
const LIMIT_MS = 8_000

/**
 * Lets the page wait as long as a test holds something back: on a busy machine the steps meanwhile
 * take longer than the page's time limits. Call this before `goto`.
 */
export const withoutTimeLimits = (page: Page) =>
  page.addInitScript((limitMs) => {
    AbortSignal.timeout = () => new AbortController().signal
    const later = window.setTimeout.bind(window)
    const setShort = (act: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms < limitMs ? later(act, ms, ...rest) : 0
    Object.assign(window, { setTimeout: setShort })
  }, LIMIT_MS)
