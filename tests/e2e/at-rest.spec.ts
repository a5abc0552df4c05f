import { chromiumArgs } from './chromium-args.ts'
import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-paths.ts'
import { settled } from './settled.ts'

/**
 * The fonts come when the page has been seen: a word may move by a pixel or two, no line may break
 * elsewhere, which counts from 0.02 up. A shift of 0.1 is what search engines call good.
 */
const SHIFT = 0.0025

/**
 * Where a link leads to a form: one line that breaks elsewhere in the page above it counts, though
 * the browser keeps the form where it is. Held at the width of Lighthouse's phone.
 */
const LIGHTHOUSES_PHONE = 412
const FORMS = ['/careers#form', '/eir#form', '/investors#form', '/calmist#waitlist-end']

/** What a visitor gets who only reads: no script, nothing that moves, nothing missing. */

// The headless shell rounds each letter's width to a pixel, each font's otherwise; no phone does.
const args = [...chromiumArgs, '--font-render-hinting=none']
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args }) })

for (const width of [360, 390, LIGHTHOUSES_PHONE, 768, 1024, 1440]) {
  test(`no page asks for a script or shifts before it is touched, at ${width}`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404/)
    await page.setViewportSize({ width, height: 844 })
    const scripts: string[] = []
    const missing: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest()) {
        missing.push(response.url())
      }
    })
    const forms = width === LIGHTHOUSES_PHONE ? FORMS : []
    for (const path of [...(await publicPaths(page.request)), ...forms]) {
      await page.goto(path)
      await settled(page)
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as { value?: number }).value ?? 0
            })
            observer.observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestIdleCallback(() => resolve(sum)))
          }),
      )
      expect.soft(shift, `${path} shifts`).toBeLessThan(SHIFT)
    }
    expect(scripts).toEqual([])
    expect(missing).toEqual([])
  })
}
