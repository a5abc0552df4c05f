import type { Browser } from 'playwright'

/** What is pressed in an island, and how its answer shows. */
export type Press = { button: string; answer: string }

const VISITS = 5
const PATIENCE_MS = 10_000

/**
 * Milliseconds from the arrival of an island's last file to its answer, the first press of a visit
 * having asked for both: the median of five visits with a processor so many times slower.
 */
export async function answerTime(
  browser: Browser,
  url: string,
  files: string[],
  press: Press,
  slower = 1,
): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < VISITS; i++) times.push(await once(browser, url, files, press, slower))
  return times.toSorted((a, b) => a - b)[VISITS >> 1] ?? Number.NaN
}

async function once(browser: Browser, url: string, files: string[], press: Press, slower: number) {
  const { button, answer } = press
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(url)
  const pressed = page.locator(button).first()
  await pressed.scrollIntoViewIfNeeded()
  // Else the press would wait for what a page in view does once.
  await page.waitForLoadState('networkidle')
  const slowly = await context.newCDPSession(page)
  await slowly.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const noted = await page.evaluateHandle((sign) => {
    const note = { answeredAt: 0 }
    const look = () => {
      if (document.querySelector(sign)) note.answeredAt ||= performance.now()
    }
    new MutationObserver(look).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
    })
    return note
  }, answer)
  await pressed.click()
  await page.waitForFunction(({ answeredAt }) => answeredAt, noted, { timeout: PATIENCE_MS })
  const arrived = await page.evaluate(
    (named) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => named.some((file) => name.endsWith(file)))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
    files,
  )
  const { answeredAt } = await noted.jsonValue()
  await context.close()
  return answeredAt - Math.max(...arrived)
}
