import { brotliCompressSync, constants } from 'node:zlib'

import type { Page } from 'playwright/test'
import { words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { publicPaths } from './public-paths.ts'
import { drawn } from './settled.ts'

const KIB = 1024

/** The compressed size: brotli at quality 5, as a network uses for live responses. */
const onTheWire = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

/** The first ten packets hold 14,600 bytes. The rest of them is for the answer's headers. */
const LIMIT = 14 * KIB

const html = async (page: Page, path: string) => (await page.request.get(path)).text()

test('every page fits into one round trip and has little script', async ({ page }) => {
  for (const path of await publicPaths(page.request)) {
    const text = await html(page, path)
    const scripts = [...text.matchAll(/<script(?![^>]*ld\+json)[^>]*>([^]*?)<\/script>/g)]
    const inline = scripts.map(([, code]) => code).join('\n')
    expect.soft(onTheWire(text), `${path} with its styles`).toBeLessThanOrEqual(LIMIT)
    expect.soft(onTheWire(inline), `${path}, scripts`).toBeLessThan(2 * KIB)
  }
})

test('axe finds nothing in an open menu, light and dark', async ({ page }) => {
  // No motion, because axe takes a fading menu for pale text.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const bar = page.getByRole('banner')
  const [menu] = words('navigation').menus
  const entry = bar.getByRole('link', { name: menu?.items.at(-1)?.label ?? '' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 1440) await bar.getByRole('button', { name: menu?.label ?? '' }).hover()
    else await bar.locator('summary[aria-label]').click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await drawn(page)
      await expect(entry).toBeVisible()
      expect(await axeViolations(page), `${colorScheme} at ${width}`).toEqual([])
    }
  }
})
