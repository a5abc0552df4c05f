import type { Page } from 'playwright/test'
import { apps, shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './people.ts'

const { hero, marks, gallery } = words('pages/app')
const { apps: shared } = studio

/** The section with a heading, visible or for screen readers only. */
const section = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, level: 2 }) })

/** The page's JSON-LD. */
const structuredData = async (page: Page) => {
  const texts = await page.locator('script[type="application/ld+json"]').allInnerTexts()
  return texts.flatMap((text) => {
    const data = JSON.parse(text) as { '@graph'?: object[] }
    return data['@graph'] ?? [data]
  })
}

for (const app of apps) {
  const { id, name } = app
  test(`the page of ${name} has every part and its structured data`, async ({ page }) => {
    await page.goto(`/${id}`)
    await expect(section(page, marks.problems).getByRole('listitem')).toHaveCount(3)
    await expect(section(page, marks.benefits).getByRole('listitem')).toHaveCount(3)
    await expect(section(page, marks.benefits).getByRole('img')).toHaveCount(3)
    await expect(section(page, app.map.headline).getByRole('listitem')).toHaveCount(6)
    await expect(section(page, marks.qualities).getByRole('listitem')).toHaveCount(4)
    const screens = section(page, gallery.heading).getByRole('img')
    await expect(screens).toHaveCount(app.gallery.length)

    const scraps = app.problems.flatMap(({ scrap }) => scrap).join(' ')
    const struck = [...scraps.matchAll(/~(.+?)~/g)].map(([, part]) => part ?? '')
    await expect(page.locator('.hand s')).toHaveText(struck)
    await expect(page.locator('.hand').getByText('~')).toHaveCount(0)

    const steps = section(page, marks.steps).getByRole('listitem')
    await expect(steps).toHaveText([/^01/, /^02/, /^03/])
    const planned = page.locator('section').filter({ hasText: marks.roadmap })
    await expect(planned.getByRole('listitem')).toHaveCount(3)

    await expect(page.getByRole('button', { name: hero.store })).toBeDisabled()
    await expect(page.getByText(shared?.launch ?? '', { exact: true })).toBeVisible()

    expect(await structuredData(page)).toContainEqual(
      expect.objectContaining({
        '@type': 'MobileApplication',
        name,
        operatingSystem: shared?.platform,
        offers: {
          '@type': 'Offer',
          price: shared?.price,
          priceCurrency: shared?.currency,
          availability: 'https://schema.org/PreOrder',
        },
      }),
    )
    const keywords = page.locator('meta[name=keywords]')
    await expect(keywords).toHaveAttribute('content', app.keywords.join(', '))
  })

  test(`every picture of ${name} loads and keeps its proportions`, async ({ page }) => {
    await page.goto(`/${id}`)
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
      const isTwice = drawn > 1 && shown < 1
      expect(Math.abs(drawn / (isTwice ? 2 : 1) - shown)).toBeLessThan(0.02)
    }
  })
}

test('phones and details show their night version in the dark theme', async ({ page }) => {
  for (const path of ['/founders-journal', '/fundraise-copilot']) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    const phone = page.locator('.phones .front img')
    const source = () => phone.evaluate((image: HTMLImageElement) => image.currentSrc)
    await expect.poll(source, path).toContain('-night-')
    for (const detail of await section(page, marks.benefits).getByRole('img').all()) {
      await detail.scrollIntoViewIfNeeded()
      const half = () =>
        detail.evaluate((image: HTMLImageElement) => {
          const { naturalHeight, clientHeight, naturalWidth, clientWidth } = image
          const halves = naturalHeight / naturalWidth / (clientHeight / clientWidth)
          return `${Math.round(halves)} ${getComputedStyle(image).objectPosition}`
        })
      await expect.poll(half, path).toBe('2 50% 100%')
    }
    const detail = section(page, marks.benefits).getByRole('img').first()
    await chooseTheme(page, 'light')
    await expect(detail).toHaveCSS('object-position', '50% 0%')
    await page.emulateMedia({ colorScheme: 'light' })
    await chooseTheme(page, 'dark')
    await expect(detail).toHaveCSS('object-position', '50% 100%')
    await chooseTheme(page, 'auto')
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
  for (const { id, title } of apps) {
    await page.goto(`/${id}`)
    expect(await page.title()).toContain(title)
    seen.add(title)
    seen.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '')
    seen.add(await page.getByRole('heading', { level: 1 }).innerText())
  }
  expect(seen.size).toBe(3 * apps.length)
})

test('the keyboard scrolls the screens', async ({ page }) => {
  await page.goto('/founders-journal')
  const strip = page.getByRole('region', { name: shown(gallery.strip, { count: 7 }) })
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
    await expect(section(page, gallery.heading).getByRole('term')).toHaveCount(5)
    const end = page.locator('#waitlist-end')
    await expect(end).toHaveAttribute('action', '/api/forms/waitlist')
    await expect(end).toContainText(shown(words('forms/waitlist').consent, { app: 'Calmist' }))
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
  const paths = apps.map(({ id }) => `/${id}`)
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
