import { brotliCompressSync } from 'node:zlib'

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const KIB = 1024
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [320, 390, 768, 1024, 1440, 1920, 2400]

/** Every public page, as the sitemap lists them, and the one for all other addresses. */
async function paths(page: Page) {
  const sitemap = await (await page.request.get('/sitemap-0.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)]
  return [...listed.map(([, path]) => path ?? '/'), '/no-such-page']
}

const html = async (page: Page, path: string) => (await page.request.get(path)).text()

test('every page is one round trip, and little of it is script', async ({ page }) => {
  for (const path of await paths(page)) {
    const text = await html(page, path)
    const scripts = [...text.matchAll(/<script(?![^>]*ld\+json)[^>]*>([^]*?)<\/script>/g)]
    const inline = scripts.map(([, code]) => code).join('\n')
    expect(brotliCompressSync(text).length, `${path} with its styles`).toBeLessThan(14 * KIB)
    expect(brotliCompressSync(inline).length, `${path}, scripts`).toBeLessThan(2.5 * KIB)
  }
})

test('every page says what it is, once', async ({ page, allowConsole }) => {
  allowConsole(/404/)
  const titles = new Set<string>()
  for (const path of await paths(page)) {
    await page.goto(path)
    await expect(page.locator('h1'), path).toHaveCount(1)
    await expect(page.locator('meta[name=description]'), path).toHaveAttribute('content', /\w{2}/)
    await expect(page.locator('link[rel=canonical]'), path).toHaveAttribute('href', /^https:/)
    titles.add(await page.title())
  }
  expect(titles.size).toBe((await paths(page)).length)
})

test('no page is wider than its window', async ({ page, allowConsole }) => {
  allowConsole(/404/)
  test.slow()
  for (const path of await paths(page)) {
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const over = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)
      expect(await over(), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`axe finds nothing, ${colorScheme} at ${width}`, async ({ page, allowConsole }) => {
      allowConsole(/404/)
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      // At rest everything is in its final place; axe reads a fading menu as pale text.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const violations = async () => {
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
        return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)
      }
      for (const path of await paths(page)) {
        await page.goto(path)
        expect(await violations(), path).toEqual([])
      }

      // and the menus, open
      const bar = page.getByRole('banner')
      if (width < 1024) await bar.locator('summary[aria-label="Menu"]').click()
      else await bar.getByRole('button', { name: 'Studio' }).hover()
      await expect(bar.getByRole('link', { name: /^What We Do/ })).toBeVisible()
      expect(await violations(), 'open menu').toEqual([])
    })
  }
}
