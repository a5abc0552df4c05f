import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { drawn } from './settled.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const menu = (page: Page, name: string) => main(page).getByRole('button', { name })
const item = (page: Page, name: string) => main(page).getByRole('link', { name })

const offers = {
  Studio: ['/about', '/what-we-do', '/faqs'],
  Ventures: ['/portfolio', '/blogs'],
  'Partner With Us': ['/investors', '/eir', '/careers', '/contact'],
}

test('a menu opens under the pointer and closes when the pointer leaves', async ({ page }) => {
  await page.goto('/')
  for (const [name, hrefs] of Object.entries(offers)) {
    await menu(page, name).hover()
    await expect(menu(page, name)).toHaveAttribute('aria-expanded', 'true')
    for (const href of hrefs) await expect(main(page).locator(`a[href="${href}"]`)).toBeVisible()
    // only one menu is open at a time
    await expect(main(page).getByRole('link')).toHaveCount(hrefs.length)
  }
  await page.mouse.move(10, 600)
  await expect(main(page).getByRole('link')).toHaveCount(0)
  await expect(menu(page, 'Partner With Us')).toHaveAttribute('aria-expanded', 'false')
})

test('each menu says at its top what it holds', async ({ page }) => {
  const text = await readFile('content/navigation.yaml', 'utf8')
  const { menus } = load(text) as { menus: { label: string; note: string }[] }
  expect(menus).toHaveLength(3)
  await page.goto('/')
  for (const { label, note } of menus) {
    await menu(page, label).hover()
    await expect(main(page).getByText(note, { exact: true })).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const panel = page.getByRole('navigation', { name: 'Menu' })
  await page.locator('summary[aria-label="Menu"]').click()
  for (const { label, note } of menus.toReversed()) {
    await panel.getByText(label, { exact: true }).click()
    await expect(panel.getByText(note, { exact: true })).toBeVisible()
  }
})

test('a menu opens on focus, and Escape closes it', async ({ page }) => {
  await page.goto('/')
  await menu(page, 'Ventures').focus()
  await expect(item(page, 'Portfolio')).toBeVisible()
  await expect(menu(page, 'Ventures')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(item(page, 'Portfolio')).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(menu(page, 'Ventures')).toBeFocused()
  await expect(menu(page, 'Ventures')).toHaveAttribute('aria-expanded', 'false')
  await expect(item(page, 'Portfolio')).toBeHidden()

  // Enter opens the menu again and closes it
  await page.keyboard.press('Enter')
  await expect(item(page, 'Portfolio')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(item(page, 'Portfolio')).toBeHidden()
})

test('Escape closes a menu that the pointer holds open', async ({ page }) => {
  await page.goto('/')
  await menu(page, 'Studio').hover()
  await expect(menu(page, 'Studio')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(item(page, 'About')).toBeHidden()

  // the menu opens again when the pointer returns
  await page.mouse.move(10, 600)
  await menu(page, 'Studio').hover()
  await expect(item(page, 'About')).toBeVisible()
})

test('a menu item leads to its page and is marked as current there', async ({ page }) => {
  await page.goto('/')
  await menu(page, 'Partner With Us').hover()
  await item(page, 'Contact').click()
  await expect(page).toHaveURL(/\/contact$/)
  await menu(page, 'Partner With Us').hover()
  await expect(item(page, 'Contact')).toHaveAttribute('aria-current', 'page')
  await expect(item(page, 'Careers')).not.toHaveAttribute('aria-current')
})

test('the logo and the button are links', async ({ page }) => {
  await page.goto('/contact')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  await banner.getByRole('link', { name: /, home$/ }).click()
  await expect(page).toHaveURL(/\/$/)
})

const solid = (page: Page) =>
  page.getByRole('banner').evaluate((bar) => Number(getComputedStyle(bar, '::before').opacity))
const scrollTo = (page: Page, top: number) => page.evaluate((top) => window.scrollTo(0, top), top)

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  for (const deviceScaleFactor of [1, 1.25]) {
    test.describe(`motion: ${reducedMotion}, zoom: ${deviceScaleFactor}`, () => {
      test.use({ contextOptions: { reducedMotion }, deviceScaleFactor })

      test('the bar is solid after ten pixels of scrolling', async ({ page }) => {
        await page.goto('/')
        await expect.poll(() => solid(page)).toBe(0)
        await scrollTo(page, 11)
        await expect.poll(() => solid(page)).toBe(1)
        await scrollTo(page, 10)
        await expect.poll(() => solid(page)).toBe(0)
      })
    })
  }
}

test('the bar stays solid while the link to the content shows', async ({ page }) => {
  await page.goto('/')
  await scrollTo(page, 400)
  await expect.poll(() => solid(page)).toBe(1)
  await page.locator('.skip').focus()
  await drawn(page)
  expect(await solid(page)).toBe(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const panel = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
  // A summary has no role in the accessibility tree of the tests.
  const toggle = (page: Page) => page.locator('summary[aria-label="Menu"]')

  test('one section is open at a time', async ({ page }) => {
    await page.goto('/')
    await toggle(page).tap()
    await expect(panel(page).getByRole('link', { name: 'About' })).toBeVisible()
    await panel(page).getByText('Ventures', { exact: true }).tap()
    await expect(panel(page).getByRole('link', { name: 'Portfolio' })).toBeVisible()
    await expect(panel(page).getByRole('link', { name: 'About' })).toBeHidden()
  })

  test('a menu item and Escape close the panel', async ({ page }) => {
    await page.goto('/')
    await toggle(page).tap()
    // Before the menus hydrate, a menu item is a plain link and leaves the page.
    await expect(page.getByRole('banner').locator('astro-island')).not.toHaveAttribute('ssr')
    // A link to an anchor does not leave the page.
    await page.evaluate(() => {
      document.querySelector('.accordion a')?.setAttribute('href', '#main')
    })
    await panel(page).getByRole('link', { name: 'About' }).tap()
    await expect(panel(page)).toBeHidden()

    await toggle(page).tap()
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(toggle(page)).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('menus open under the pointer and on focus', async ({ page }) => {
    await page.goto('/')
    await menu(page, 'Ventures').hover()
    await expect(item(page, 'Portfolio')).toBeVisible()
    await menu(page, 'Studio').focus()
    await page.mouse.move(10, 600)
    await expect(item(page, 'About')).toBeVisible()
  })
})
