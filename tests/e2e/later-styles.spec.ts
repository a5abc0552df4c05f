import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-paths.ts'

/**
 * Tests that later.css moves nothing when it loads. Another studio's page may show any of its
 * rules on the first screen, where a change of size is a shift. Fonts are blocked here: at-rest.spec.ts
 * tests them.
 */

const WIDTHS = [360, 412, 768, 1440]

/** A font size may be rounded; a line has 16 pixels or more. */
const PIXELS = 3

test('later.css changes no height', async ({ page, site, allowConsole }) => {
  allowConsole(/404|ERR_FAILED/)
  // A gear that turns has another height each time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/*.woff2', (route) => route.abort())
  for (const path of await publicPaths(page.request)) {
    await page.goto(site.url + path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await changedHeights(page), `${path} at ${width}`).toEqual([])
    }
  }
})

const changedHeights = (page: Page) =>
  page.evaluate(async (pixels) => {
    const later = document.querySelector<HTMLLinkElement>('#later')
    if (!later) throw new Error('No later.css')
    // The imprint, each page's last line, may change.
    const parts = [...document.querySelectorAll('main *, .footer *')].filter(
      (part) => !part.closest('.imprint') && !part.matches(':has(.imprint)'),
    )
    const heights = async (use: boolean) => {
      later.disabled = !use
      while (use && !later.sheet) await new Promise(requestAnimationFrame)
      return parts.map((part) => part.getBoundingClientRect().height)
    }
    const after = await heights(true)
    const before = await heights(false)
    return parts.flatMap((part, index) => {
      const [from, to] = [before[index] ?? 0, after[index] ?? 0]
      const text = part.textContent.trim().slice(0, 30)
      return Math.abs(to - from) > pixels
        ? [`${part.tagName} ${part.className} “${text}”: ${from} → ${to}`]
        : []
    })
  }, PIXELS)
