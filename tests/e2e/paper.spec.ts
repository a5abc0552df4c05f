import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './people.ts'
import { publicPaths } from './public-paths.ts'
import { drawn } from './settled.ts'
import { sheetFills } from './sheets.ts'

/** The print properties of a page that was opened in the dark theme. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.head.children].filter((one) => one.checkVisibility())
    const address = shown.find((one) => one.matches('[rel=canonical]'))
    return {
      title: shown.some((one) => one.matches('title')),
      address: address && getComputedStyle(address, '::after').content,
      ink: getComputedStyle(document.body).color,
      paper: getComputedStyle(document.documentElement).backgroundColor,
      bar: document.querySelector('.site-bar')?.checkVisibility(),
      // A rule that begins above its section begins on the sheet before it.
      rules: [...document.querySelectorAll('.mark')].filter(
        (mark) => getComputedStyle(mark, '::before').top !== '0px',
      ).length,
      // No animation waits for a scroll.
      moving: document.getAnimations().length,
    }
  })

test('every print has page numbers, no motion, dark text on white, no empty sheet', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/)
  await page.goto('/')
  await chooseTheme(page, 'dark')
  for (const path of await publicPaths(page.request)) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await drawn(page)
    const canonical = page.locator('link[rel=canonical]')
    const address = (await canonical.count()) ? await canonical.getAttribute('href') : undefined
    expect.soft(await printed(page), path).toEqual({
      title: true,
      address: address && `"${address}"`,
      ink: 'rgb(19, 25, 39)',
      paper: 'rgb(255, 255, 255)',
      bar: false,
      rules: 0,
      moving: 0,
    })
    expect.soft(await page.evaluate(paleWords), path).toEqual([])
    const fills = sheetFills(await page.pdf({ format: 'A4' }))
    expect.soft(fills.length, path).toBeGreaterThan(0)
    expect.soft(Math.min(...fills), `${path}: ${fills.join(' ')}`).toBeGreaterThan(0.25)
  }
})

/** Text too pale for white paper; printers omit backgrounds. */
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
