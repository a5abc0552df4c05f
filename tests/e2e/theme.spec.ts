import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-paths.ts'

const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const light = 'rgb(248, 245, 239)'
const dark = 'rgb(14, 19, 29)'

/** The radios lie under their labels, as a person presses them. */
const choose = (page: Page, theme: string) =>
  page.getByRole('group', { name: 'Colour theme' }).getByText(theme).click()

test('the chosen theme counts at once and on every page after', async ({ page }) => {
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

test('the chosen theme is there before the first paint', async ({ page }) => {
  await page.goto('/contact')
  await choose(page, 'Dark')
  await page.addInitScript(() => {
    // What the page looks like when its body begins, long before scripts at its end.
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

  test('the switch works for the page', async ({ page }) => {
    await page.goto('/contact')
    await choose(page, 'Dark')
    await expect(page.locator('html')).toHaveCSS('background-color', dark)
  })
})

test('whatever was chosen, every page prints dark words on white', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/)
  await page.goto('/')
  await choose(page, 'Dark')
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  for (const path of await publicPaths(page.request)) {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    expect(await page.evaluate(paleWords), path).toEqual([])
  }
})

/** Words that white paper would swallow, as printers leave backgrounds out. */
function paleWords() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const brightness = (colour: string) => {
    if (!canvas) throw new Error('This browser does not draw.')
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / (3 * 255)
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const pale: string[] = []
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const holder = node.parentElement
    if (!node.nodeValue?.trim() || !holder?.checkVisibility() || holder.closest('[aria-hidden]'))
      continue
    if (brightness(getComputedStyle(holder).color) > 0.5) pale.push(node.nodeValue)
  }
  return pale
}
