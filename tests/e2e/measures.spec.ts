import type { Page } from 'playwright/test'
import { apps } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-paths.ts'
import { drawn } from './settled.ts'

/** What a page says of itself in numbers, and sizes that a change of content or style may break. */

/** From narrow to wide, because a list of contents that a wide window opened stays open. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Runs in the page: each mark's number, and what the bar's ruler shows when it passes below. */
function readings() {
  const bar = document.querySelector('.site-bar')?.getBoundingClientRect().height ?? 0
  const ruler = document.querySelector('.progress')?.getBoundingClientRect().height ?? 0
  const whole = document.documentElement.scrollHeight - innerHeight
  return [...document.querySelectorAll('main .mark')].map((mark) => {
    const at = Math.max(0, mark.getBoundingClientRect().top + scrollY - bar - ruler)
    return { n: Number(mark.querySelector('b')?.textContent), at, reading: (at / whole) * 10 }
  })
}

test('a section’s number is what the bar’s ruler shows there', async ({ page, allowConsole }) => {
  allowConsole(/404/)
  for (const path of await publicPaths(page.request)) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    for (const screen of SCREENS) {
      await page.setViewportSize(screen)
      const marks = await page.evaluate(readings)
      const wrong = marks.filter(({ n, reading }) => Math.abs(n - reading) >= 1)
      expect.soft(wrong, `${path} at ${screen.width}`).toEqual([])
      const numbers = marks.map(({ n }) => n)
      expect.soft(numbers, path).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    }
  }
  // The ruler itself agrees.
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.goto('/')
    for (const { at, reading } of (await page.evaluate(readings)).slice(3, 5)) {
      await page.evaluate((top) => scrollTo(0, top), at)
      await drawn(page)
      const percent = await page
        .locator('.progress')
        .evaluate((ruler) => getComputedStyle(ruler).getPropertyValue('--percent'))
      expect(Math.abs(Number(percent) / 10 - reading)).toBeLessThan(0.2)
    }
  }
})

/** The widths of the lines of the page's headline, in pixels. */
const lines = (page: Page) =>
  page.locator('h1').evaluate((headline) => {
    const range = document.createRange()
    range.selectNodeContents(headline.lastChild ?? headline)
    return [...range.getClientRects()].map(({ width }) => width)
  })

test('headlines are even, a list is short, buttons and notices keep their room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const { id } of apps) {
    await page.goto(`/${id}`)
    const widths = await lines(page)
    expect(Math.min(...widths), id).toBeGreaterThanOrEqual(Math.max(...widths) / 2)
  }

  await page.goto('/blogs')
  const dates = await page.locator('main time').allTextContents()
  expect(dates.filter((date) => /\d{4}/.test(date))).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/portfolio')
  const list = await page.locator('.cards').boundingBox()
  expect(list?.height).toBeLessThanOrEqual(1_600)

  // A wrong answer, and the notice above the button.
  await page.goto('/contact')
  await page.locator('form [type=submit]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  const tight = await page.locator('form :is(.error, .notice)').evaluateAll((notices) =>
    notices.flatMap((notice) => {
      const next = notice.nextElementSibling ?? notice.parentElement?.nextElementSibling
      if (!next?.checkVisibility() || !notice.checkVisibility()) return []
      const room = next.getBoundingClientRect().top - notice.getBoundingClientRect().bottom
      // A hint belongs to the error above it.
      return room < 8 && !next.matches('.hint') ? [`${notice.textContent}: ${room}`] : []
    }),
  )
  expect(tight).toEqual([])

  await page.goto('/what-we-do')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const rights = await page
    .locator('main .button')
    .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...rights)).toBeLessThanOrEqual(370)
})
