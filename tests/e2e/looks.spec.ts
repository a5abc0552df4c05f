import type { CDPSession, Page } from 'playwright/test'
import { apps, roles, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { coveredLines, paleText } from './looks/contrast.ts'
import { movingOutOfView } from './looks/moving.ts'
import { smallTargets, underTheBar } from './looks/reach.ts'
import { marksOffScreen, misplacedText } from './looks/text-boxes.ts'
import { besideTheMeasure, brokenWords, ELSEWHERE } from './looks/words.ts'
import { publicPaths } from './public-paths.ts'
import { drawn } from './settled.ts'

/** Measures the look of pages. A test visits each page once and measures it at several widths. */

const ALL_WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1920, 2400]
/** LOOK_WIDTHS limits them to some, such as 320,1440. */
const WIDTHS = process.env['LOOK_WIDTHS']?.split(',').map(Number) ?? ALL_WIDTHS

/** The minimum gap between columns of text, in pixels. */
const GAP = 14

const size = (width: number) => ({ width, height: width < 600 ? 844 : 900 })

test.beforeEach(({ allowConsole }) => {
  allowConsole(/404/)
})

/** Scrolls to the foot, so that every sliding element reaches its place. */
async function toTheFoot(page: Page) {
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
  })
  await drawn(page)
}

const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function keepsWordsWhole(page: Page, where: string) {
  expect.soft(await page.evaluate(brokenWords, ELSEWHERE), `${where}, in two`).toEqual([])
  expect.soft(await page.evaluate(besideTheMeasure, ELSEWHERE), `${where}, beside`).toEqual([])
}

test('text stays on the page and overlaps no other text', async ({ page }) => {
  for (const path of await publicPaths(page.request)) {
    await page.setViewportSize(size(320))
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize(size(width))
      await toTheFoot(page)
      expect.soft(await wider(page), `${path} at ${width}, sideways`).toBe(0)
      const found = await page.evaluate(misplacedText, { gap: GAP })
      expect.soft(found, `${path} at ${width}`).toEqual([])
      await keepsWordsWhole(page, `${path} at ${width}`)
      if (width === 390) expect.soft(await page.evaluate(marksOffScreen), path).toEqual([])
    }
  }
})

test('text of double size stays on the page and overlaps no other text', async ({ page }) => {
  for (const path of await publicPaths(page.request)) {
    await page.setViewportSize(size(390))
    await page.goto(path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize(size(width))
      await toTheFoot(page)
      expect.soft(await wider(page), `${path} at ${width}, sideways`).toBe(0)
      const found = await page.evaluate(misplacedText, { gap: -1 })
      expect.soft(found, `${path} at ${width}`).toEqual([])
      await keepsWordsWhole(page, `${path} at ${width}`)
    }
  }
})

test('every target is large enough, and the focus is never under the bar', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of await publicPaths(page.request)) {
    await page.goto(path)
    for (const width of [390, 1280]) {
      await page.setViewportSize(size(width))
      expect.soft(await page.evaluate(smallTargets), `${path} at ${width}`).toEqual([])
      expect.soft(await page.evaluate(underTheBar), `${path} at ${width}`).toEqual([])
    }
  }
})

for (const [width, height] of [
  [1280, 720],
  [390, 664],
] as const) {
  test(`the main action is on the first screen, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const [path, selector] of [
      ['/', '.hero .primary'],
      ...apps.map(({ id }) => [`/${id}`, '#waitlist [type=submit]'] as const),
      ['/contact', 'form .input'],
      [`/careers/${roles[0]?.slug}`, '.role-head .primary'],
    ] as const) {
      await page.goto(path)
      const foot = await page
        .locator(selector)
        .first()
        .evaluate((action) => action.getBoundingClientRect().bottom)
      expect.soft(foot, path).toBeLessThanOrEqual(height)
    }
  })
}

test('nothing moves out of view', async ({ page }) => {
  await page.setViewportSize(size(1440))
  for (const path of await publicPaths(page.request)) {
    await page.goto(path)
    for (const place of ['top', 'foot']) {
      if (place === 'foot') await toTheFoot(page)
      await expect
        .soft(async () => {
          expect(await page.evaluate(movingOutOfView), `${path}, at its ${place}`).toEqual([])
        })
        .toPass({ timeout: 5_000 })
    }
  }
})

test('the first Tab shows the link to skip the bar', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: words('words').skip })
  await expect(skip).toBeFocused()
  const box = await skip.boundingBox()
  expect(box?.width).toBeGreaterThan(100)
  expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
})

/** Forces hover and focus on every target at once, so that all menus are open. */
async function pressEverything(devtools: CDPSession) {
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 1 })
  const selector = 'a,button,summary,input,textarea,select,label,li,.door'
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const forcedPseudoClasses = ['hover', 'focus', 'focus-visible', 'focus-within']
  await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`text is readable in every state and in forced colours, ${colorScheme}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size(1440))
    const media = { colorScheme, reducedMotion: 'reduce' } as const
    const devtools = await context.newCDPSession(page)
    const isPale = () => page.evaluate(paleText, { wanted: 4.5, within: 'body' })
    for (const path of await publicPaths(page.request)) {
      await page.emulateMedia({ ...media, forcedColors: 'none' })
      await page.goto(path)
      await pressEverything(devtools)
      await drawn(page)
      expect.soft(await isPale(), path).toEqual([])
      await page.emulateMedia({ ...media, forcedColors: 'active' })
      await drawn(page)
      expect.soft(await isPale(), `${path}, forced colours`).toEqual([])
      expect.soft(await page.evaluate(coveredLines), `${path}, lines`).toEqual([])
    }
  })
}
