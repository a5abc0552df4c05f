import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const light = 'rgb(248, 245, 239)'
const dark = 'rgb(14, 19, 29)'

/** Clicks the label, because it covers the radio. */
const choose = (page: Page, theme: string) =>
  page.getByRole('group', { name: 'Colour theme' }).getByText(theme).click()

test('the chosen theme applies at once and on every later page', async ({ page }) => {
  await page.goto('/contact')
  expect(await paper(page)).toBe(light)
  await choose(page, 'Dark')
  expect(await paper(page)).toBe(dark)

  await page.goto('/')
  expect(await paper(page)).toBe(dark)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()

  await choose(page, 'Auto')
  expect(await paper(page)).toBe(light)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Auto' })).toBeChecked()
  expect(await paper(page)).toBe(light)
})

test('without a choice the page follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await paper(page)).toBe(dark)
  await choose(page, 'Light')
  expect(await paper(page)).toBe(light)
})

test('the chosen theme applies before the first paint', async ({ page }) => {
  await page.goto('/contact')
  await choose(page, 'Dark')
  await page.addInitScript(() => {
    // Note the theme when the body starts, before the scripts at its end.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('body')) return
      observer.disconnect()
      document.documentElement.dataset['first'] = document.documentElement.style.colorScheme
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-first', 'dark')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' })

  test('the switch works for the current page', async ({ page }) => {
    await page.goto('/contact')
    await choose(page, 'Dark')
    await expect(page.locator('html')).toHaveCSS('background-color', dark)
  })
})
