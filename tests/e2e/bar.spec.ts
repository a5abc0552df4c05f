import { readFile } from 'node:fs/promises'

import { load } from 'js-yaml'
import type { Page } from 'playwright/test'
import { words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { drawn } from './settled.ts'

const { bar, menus } = words('navigation')

const main = (page: Page) => page.getByRole('navigation', { name: bar.main })
const menu = (page: Page, name: string) => main(page).getByRole('button', { name })
const item = (page: Page, name: string) => main(page).getByRole('link', { name })

/** The label of the item that leads to a page, and of its menu. */
function labels(href: string): { inMenu: string; label: string } {
  for (const { label: inMenu, items } of menus) {
    const found = items.find((one) => one.href === href)
    if (found) return { inMenu, label: found.label }
  }
  throw new Error(`No menu leads to ${href}.`)
}

const ABOUT = labels('/about')
const PORTFOLIO = labels('/portfolio')
const CAREERS = labels('/careers')
const CONTACT = labels('/contact')

test('a menu opens under the pointer and closes when the pointer leaves', async ({ page }) => {
  await page.goto('/')
  for (const { label, items } of menus) {
    await menu(page, label).hover()
    await expect(menu(page, label)).toHaveAttribute('aria-expanded', 'true')
    for (const { href, note } of items) {
      await expect(main(page).locator(`a[href="${href}"]`)).toContainText(note)
    }
    // only one menu is open at a time
    await expect(main(page).getByRole('link')).toHaveCount(items.length)
  }
  await page.mouse.move(10, 600)
  await expect(main(page).getByRole('link')).toHaveCount(0)
  await expect(menu(page, CONTACT.inMenu)).toHaveAttribute('aria-expanded', 'false')
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
  await menu(page, PORTFOLIO.inMenu).focus()
  await expect(item(page, PORTFOLIO.label)).toBeVisible()
  await expect(menu(page, PORTFOLIO.inMenu)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(item(page, PORTFOLIO.label)).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(menu(page, PORTFOLIO.inMenu)).toBeFocused()
  await expect(menu(page, PORTFOLIO.inMenu)).toHaveAttribute('aria-expanded', 'false')
  await expect(item(page, PORTFOLIO.label)).toBeHidden()

  // Enter opens the menu again and closes it
  await page.keyboard.press('Enter')
  await expect(item(page, PORTFOLIO.label)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(item(page, PORTFOLIO.label)).toBeHidden()
})

test('Escape closes a menu that the pointer holds open', async ({ page }) => {
  await page.goto('/')
  await menu(page, ABOUT.inMenu).hover()
  await expect(menu(page, ABOUT.inMenu)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(item(page, ABOUT.label)).toBeHidden()

  // the menu opens again when the pointer returns
  await page.mouse.move(10, 600)
  await menu(page, ABOUT.inMenu).hover()
  await expect(item(page, ABOUT.label)).toBeVisible()
})

test('a menu item leads to its page and is marked as current there', async ({ page }) => {
  await page.goto('/')
  await menu(page, CONTACT.inMenu).hover()
  await item(page, CONTACT.label).click()
  await expect(page).toHaveURL(/\/contact$/)
  await menu(page, CONTACT.inMenu).hover()
  await expect(item(page, CONTACT.label)).toHaveAttribute('aria-current', 'page')
  await expect(item(page, CAREERS.label)).not.toHaveAttribute('aria-current')
  // while another menu is open, the line is below that one
  await menu(page, ABOUT.inMenu).hover()
  await expect(menu(page, CONTACT.inMenu)).toHaveCSS('background-image', 'none')
  await expect(menu(page, ABOUT.inMenu)).not.toHaveCSS('background-image', 'none')
})

test('the logo and the button are links', async ({ page }) => {
  await page.goto('/contact')
  const banner = page.getByRole('banner')
  const button = banner.getByRole('link', { name: bar.contact.label })
  await expect(button).toHaveAttribute('href', bar.contact.href)
  await banner.getByRole('link', { name: bar.logo }).click()
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
  const panel = (page: Page) => page.getByRole('navigation', { name: bar.panel })
  // A summary has no role in the accessibility tree of the tests.
  const toggle = (page: Page) => page.locator(`summary[aria-label="${bar.panel}"]`)

  test('one section is open at a time', async ({ page }) => {
    await page.goto('/')
    await toggle(page).tap()
    await expect(panel(page).getByRole('link', { name: ABOUT.label })).toBeVisible()
    expect(await page.locator('.burger .accordion').boundingBox()).toMatchObject({
      x: 0,
      width: 390,
    })
    await panel(page).getByText(PORTFOLIO.inMenu, { exact: true }).tap()
    await expect(panel(page).getByRole('link', { name: PORTFOLIO.label })).toBeVisible()
    await expect(panel(page).getByRole('link', { name: ABOUT.label })).toBeHidden()
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
    await panel(page).getByRole('link', { name: ABOUT.label }).tap()
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
    await menu(page, PORTFOLIO.inMenu).hover()
    await expect(item(page, PORTFOLIO.label)).toBeVisible()
    await menu(page, ABOUT.inMenu).focus()
    await page.mouse.move(10, 600)
    await expect(item(page, ABOUT.label)).toBeVisible()
  })
})
