import type { Page } from 'playwright/test'
import { words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './people.ts'

const { theme } = words('words')

const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const light = 'rgb(248, 245, 239)'
const dark = 'rgb(14, 19, 29)'

test('the chosen theme applies at once and on every later page', async ({ page }) => {
  await page.goto('/contact')
  expect(await paper(page)).toBe(light)
  await chooseTheme(page, 'dark')
  expect(await paper(page)).toBe(dark)

  await page.goto('/')
  expect(await paper(page)).toBe(dark)
  await expect(page.getByRole('radio', { name: theme.dark })).toBeChecked()

  await chooseTheme(page, 'auto')
  expect(await paper(page)).toBe(light)
  await page.reload()
  await expect(page.getByRole('radio', { name: theme.auto })).toBeChecked()
  expect(await paper(page)).toBe(light)
})

test('without a choice the page follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await paper(page)).toBe(dark)
  await chooseTheme(page, 'light')
  expect(await paper(page)).toBe(light)
})

test('the chosen theme applies before the first paint', async ({ page }) => {
  await page.goto('/contact')
  await chooseTheme(page, 'dark')
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

test('a page that the browser kept shows what was chosen on another one', async ({ page }) => {
  await page.goto('/contact')
  await chooseTheme(page, 'light')
  // Another page keeps another choice, and Back shows this one as it was.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('radio', { name: theme.dark })).toBeChecked()
  expect(await paper(page)).toBe(dark)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' })

  test('the switch works for the current page', async ({ page }) => {
    await page.goto('/contact')
    await chooseTheme(page, 'dark')
    await expect(page.locator('html')).toHaveCSS('background-color', dark)
  })
})
