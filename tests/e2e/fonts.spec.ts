import { expect, test } from './fixtures.ts'

/** The fonts load after the first paint, so that they don't delay the text on a phone. */

const isText = () => document.fonts.check('16px "Studio Text"')
const loaded = () =>
  [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)

test('a page requests its fonts after the first paint, and then shows them', async ({ page }) => {
  await page.goto('/about')
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByType('paint')[0]?.startTime ?? Infinity,
    fonts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(css|woff2)$/.test(name))
      .map(({ startTime }) => startTime),
  }))
  expect(times.fonts.length).toBeGreaterThan(2)
  expect(Math.min(...times.fonts)).toBeGreaterThan(times.paint)
  expect(await page.evaluate(loaded)).toEqual(
    expect.arrayContaining([expect.stringContaining('Studio Display')]),
  )
  expect(await page.evaluate(isText)).toBe(true)
})

test('a visitor from another page of the site requests the fonts before the paint', async ({
  page,
  site,
}) => {
  await page.goto('/faqs', { referer: `${site.url}/about` })
  expect(await page.evaluate(() => document.referrer)).toContain('/about')
  const asked = await page.evaluate(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.css'))?.startTime,
  )
  const shown = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  expect(asked).toBeLessThan(shown ?? 0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has its fonts too', async ({ page }) => {
    const asked = page.waitForResponse(/\.woff2$/)
    await page.goto('/about')
    expect((await asked).ok()).toBe(true)
  })
})
