import type { FullConfig, Reporter, Suite } from 'playwright/types/testReporter'

/** Tells whoever started Playwright how many tests are done. */
export default class PlaywrightProgress implements Reporter {
  #all = 0
  #done = 0

  onBegin(_: FullConfig, suite: Suite): void {
    this.#all = suite.allTests().length
  }

  onTestEnd(): void {
    this.#done += 1
    process.send?.(`${this.#done} of ${this.#all} tests`)
  }
}
