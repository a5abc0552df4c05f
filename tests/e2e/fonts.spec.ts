import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin } from './people.ts'
import { sendMessage } from './submissions.ts'

/**
 * The fonts load after the first paint, so that they don't delay the text on a phone. Letters of
 * names from many countries are in files of their own.
 */

const isText = () => document.fonts.check('16px "Studio Text"')
const loaded = () =>
  [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)

/** The families that draw an element, as the browser says. A font of the machine is marked. */
async function familiesOf(page: Page, element: Locator) {
  await element.evaluate((one) => {
    one.setAttribute('data-drawn', '')
    return document.fonts.ready
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const found = { nodeId: root.nodeId, selector: '[data-drawn]' }
  const { nodeId } = await browser.send('DOM.querySelector', found)
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
  await element.evaluate((one) => one.removeAttribute('data-drawn'))
  await browser.detach()
  const names = fonts.map((font) => (font.isCustomFont ? '' : 'system: ') + font.familyName)
  return [...new Set(names)]
}

const lettersIn = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('-letters.woff2')) asked.push(request.url())
  })
  return asked
}

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
  // The browser tells of a paint later than it paints.
  const shown = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  await expect.poll(shown).toBeGreaterThan(asked ?? Infinity)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has its fonts too', async ({ page }) => {
    const asked = page.waitForResponse(/\.woff2$/)
    await page.goto('/about')
    expect((await asked).ok()).toBe(true)
  })
})

test('one typeface draws a name from any country, in a list and as a headline', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  const name = `Søren Ångström Łódź Zoë Groß Țepeș ${stamp}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  const listed = page.getByRole('link', { name })
  await expect(listed).toBeVisible()
  expect(await familiesOf(page, listed)).toEqual(['Instrument Sans'])
  await listed.click()
  const headline = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(headline).toHaveText(name)
  expect(await familiesOf(page, headline)).toEqual([expect.stringContaining('Mozilla Headline')])
})

test('the files of letters have each letter that their rules promise', async ({ page }) => {
  await page.goto('/about')
  for (const family of ['Studio Text', 'Studio Display']) {
    const promised = await page.evaluate((wanted) => {
      const faces = [...document.fonts].filter((one) => one.family.includes(wanted))
      const ranges = faces.map((one) => one.unicodeRange).filter((one) => !one.includes('10FFFF'))
      const letters = ranges
        .join()
        .split(',')
        .flatMap((range) => {
          const [from = 0, to = from] = range
            .replace('U+', '')
            .split('-')
            .map((at) => parseInt(at, 16))
          return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
        })
      const line = Object.assign(document.createElement('p'), { id: 'promised' })
      line.textContent = letters.join(' ')
      line.style.fontFamily = `'${wanted}'`
      document.body.replaceChildren(line)
      return letters.length
    }, family)
    expect(promised).toBeGreaterThan(150)
    expect(await familiesOf(page, page.locator('#promised'))).toHaveLength(1)
  }
})

test('a page without such letters requests no file of them', async ({ page, site }) => {
  const asked = lettersIn(page)
  const stamp = Date.now()
  await sendMessage(site, { name: `André Müller ${stamp}` })
  await page.goto('/about')
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  await expect(page.getByRole('link', { name: `${stamp}` })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(asked).toEqual([])
})
