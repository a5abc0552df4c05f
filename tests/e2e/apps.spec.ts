import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const apps = [
  { path: '/founders-journal', name: "Founder's Journal", screens: 7 },
  { path: '/fundraise-copilot', name: 'Fundraise Copilot', screens: 6 },
  { path: '/calmist', name: 'Calmist', screens: 1 },
]

/** The section with a heading, visible or for screen readers only. */
const section = (page: Page, heading: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, level: 2 }) })

/** The page's JSON-LD. */
const structuredData = async (page: Page) => {
  const texts = await page.locator('script[type="application/ld+json"]').allInnerTexts()
  return texts.flatMap((text) => {
    const data = JSON.parse(text) as { '@graph'?: object[] }
    return data['@graph'] ?? [data]
  })
}

for (const { path, name, screens } of apps) {
  test(`the page of ${name} has every part and its structured data`, async ({ page }) => {
    await page.goto(path)
    await expect(section(page, 'Problems').getByRole('listitem')).toHaveCount(3)
    await expect(section(page, 'Benefits').getByRole('listitem')).toHaveCount(3)
    await expect(section(page, 'Benefits').getByRole('img')).toHaveCount(3)
    await expect(section(page, /^Six parts/).getByRole('listitem')).toHaveCount(6)
    await expect(section(page, 'How it behaves').getByRole('listitem')).toHaveCount(4)
    await expect(section(page, 'Screens').getByRole('img')).toHaveCount(screens)

    const steps = section(page, 'How it works').getByRole('listitem')
    await expect(steps).toHaveText([/^01/, /^02/, /^03/])
    const planned = page.locator('section').filter({ hasText: 'Coming soon' })
    await expect(planned.getByRole('listitem')).toHaveCount(3)

    await expect(page.getByRole('button', { name: 'Google Play Store' })).toBeDisabled()
    await expect(page.getByText('Public launch soon', { exact: true })).toBeVisible()

    expect(await structuredData(page)).toContainEqual(
      expect.objectContaining({
        '@type': 'MobileApplication',
        name,
        operatingSystem: 'Android',
        offers: {
          '@type': 'Offer',
          price: 0,
          priceCurrency: 'INR',
          availability: 'https://schema.org/PreOrder',
        },
      }),
    )
    const keywords = page.locator('meta[name=keywords]')
    await expect(keywords).toHaveAttribute('content', /, Android$/)
  })

  test(`every picture of ${name} loads and keeps its proportions`, async ({ page }) => {
    await page.goto(path)
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded()
      const shape = () =>
        picture.evaluate(
          ({ naturalWidth, naturalHeight, clientWidth, clientHeight }: HTMLImageElement) => ({
            drawn: naturalHeight / naturalWidth,
            shown: clientHeight / clientWidth,
          }),
        )
      await expect.poll(async () => (await shape()).drawn).toBeGreaterThan(0)
      const { drawn, shown } = await shape()
      // A detail's file can have two versions, one for each theme.
      const isTwice = drawn > 1.5 && shown < 1
      expect(Math.abs(drawn / (isTwice ? 2 : 1) - shown)).toBeLessThan(0.02)
    }
  })
}

test('a detail shows its night version in the dark theme', async ({ page }) => {
  for (const path of ['/founders-journal', '/fundraise-copilot']) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    for (const detail of await section(page, 'Benefits').getByRole('img').all()) {
      await detail.scrollIntoViewIfNeeded()
      const half = () =>
        detail.evaluate((image: HTMLImageElement) => {
          const shownHalf = getComputedStyle(image).objectPosition
          return `${Math.round((image.naturalHeight / image.naturalWidth) * 10)} ${shownHalf}`
        })
      await expect.poll(half, path).toBe('16 50% 100%')
    }
    const detail = section(page, 'Benefits').getByRole('img').first()
    await page.getByRole('group', { name: 'Colour theme' }).getByText('Light').click()
    await expect(detail).toHaveCSS('object-position', '50% 0%')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('group', { name: 'Colour theme' }).getByText('Dark').click()
    await expect(detail).toHaveCSS('object-position', '50% 100%')
    await page.getByRole('group', { name: 'Colour theme' }).getByText('Auto').click()
    await expect(detail).toHaveCSS('object-position', '50% 0%')
  }
})

test('scrolling draws the way through the plan', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/fundraise-copilot')
    const plan = page.locator('.plan')
    const walked = () =>
      plan.evaluate((element) => element.getAnimations()[0]?.effect?.getComputedTiming().progress)
    expect(await walked(), `${width}, before`).toBe(0)
    await plan.evaluate((element) => {
      element.scrollIntoView({ block: 'center' })
    })
    await expect.poll(walked, `${width}, in the middle`).toBeGreaterThan(0.2)
    expect(await walked()).toBeLessThan(0.8)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(walked, `${width}, after`).toBe(1)
  }
})

test('each app has its own title, description and headline', async ({ page }) => {
  const seen = new Set<string>()
  for (const { path, name } of apps) {
    await page.goto(path)
    const title = await page.title()
    expect(title.replace('’', "'")).toContain(name)
    seen.add(title)
    seen.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '')
    seen.add(await page.getByRole('heading', { level: 1 }).innerText())
  }
  expect(seen.size).toBe(3 * apps.length)
})

test('the keyboard scrolls the screens', async ({ page }) => {
  await page.goto('/founders-journal')
  const strip = page.getByRole('region', { name: 'Seven screens' })
  const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft)
  const end = () => strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

  await strip.focus()
  await expect(strip).toBeFocused()
  expect(await scrolled()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(scrolled).toBeGreaterThan(0)
  // A key press during a scroll can be lost, so press until the end is reached.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    expect((await end()) - (await scrolled())).toBeLessThan(2)
  }).toPass({ intervals: [50] })
  await expect(strip.getByRole('img').last()).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an app’s page is complete', async ({ page }) => {
    await page.goto('/calmist')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(section(page, 'Screens').getByRole('term')).toHaveCount(5)
    await expect(page.locator('#waitlist-end')).toContainText('Joining needs JavaScript')
  })
})

test('the phones do not move when the fonts arrive', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load|ERR_FAILED/)
  const tops = async (path: string) => {
    await page.goto(path)
    const found: number[] = []
    for (const width of [1066, 1350, 1444]) {
      await page.setViewportSize({ width, height: 900 })
      const phones = page.locator('.phones')
      found.push(
        await phones.evaluate((element) => Math.round(element.getBoundingClientRect().top)),
      )
    }
    return found
  }
  const paths = ['/founders-journal', '/fundraise-copilot', '/calmist']
  const withFonts: Record<string, number[]> = {}
  for (const path of paths) withFonts[path] = await tops(path)
  await page.route('**/*.woff2', (route) => route.abort())
  for (const path of paths) {
    const found = await tops(path)
    const moves = withFonts[path]?.map((top, at) => Math.abs(top - (found[at] ?? 0))) ?? []
    // In the fallback font, a line of small text is half a pixel higher.
    expect.soft(Math.max(...moves), path).toBeLessThanOrEqual(1)
  }
})
