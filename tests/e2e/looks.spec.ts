import type { CDPSession, Page } from 'playwright/test'
import { apps, roles, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { coveredLines, paleText } from './looks/contrast.ts'
import { smallTargets, underTheBar } from './looks/reach.ts'
import { marksOffScreen, misplacedText } from './looks/text-boxes.ts'
import { besideTheMeasure, brokenWords, ELSEWHERE } from './looks/words.ts'
import { oneOfEachKind, publicPaths } from './public-paths.ts'
import { drawn, toTheFoot } from './settled.ts'

/** Measures the look of pages. A test visits each page once and measures it at several widths. */

const ALL_WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1920, 2400]
/** LOOK_WIDTHS limits them to some, such as 320,1440. */
const WIDTHS = process.env['LOOK_WIDTHS']?.split(',').map(Number) ?? ALL_WIDTHS

/** At these widths the test also doubles the size of text. */
const DOUBLED = [390, 768, 1440]

/** The minimum gap between columns of text, in pixels. */
const GAP = 14

const size = (width: number) => ({ width, height: width < 600 ? 844 : 900 })

test.beforeEach(({ allowConsole }) => {
  allowConsole(/404/)
})

const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function keepsWordsWhole(page: Page, where: string) {
  expect.soft(await page.evaluate(brokenWords, ELSEWHERE), `${where}, in two`).toEqual([])
  expect.soft(await page.evaluate(besideTheMeasure, ELSEWHERE), `${where}, beside`).toEqual([])
}

async function keepsTextApart(page: Page, gap: number, where: string) {
  await toTheFoot(page)
  expect.soft(await wider(page), `${where}, sideways`).toBe(0)
  expect.soft(await page.evaluate(misplacedText, { gap }), where).toEqual([])
  await keepsWordsWhole(page, where)
}

/** A third of the pages for each test, because all of them take minutes on a busy machine. */
const THIRDS = [0, 1, 2]
const third = (paths: readonly string[], which: number) =>
  paths.filter((_, index) => index % THIRDS.length === which)

for (const which of THIRDS) {
  test(`text stays on the page and overlaps no other text, also at double size, ${which + 1} of 3`, async ({
    page,
  }) => {
    const sizeText = (fontSize: string) =>
      page.evaluate((wanted) => (document.documentElement.style.fontSize = wanted), fontSize)
    for (const path of third(await publicPaths(page.request), which)) {
      await page.setViewportSize(size(320))
      await page.goto(path)
      // From narrow to wide, because a list of contents that a wide window opened stays open.
      for (const width of [...new Set([...WIDTHS, ...DOUBLED])].sort((one, other) => one - other)) {
        await page.setViewportSize(size(width))
        if (WIDTHS.includes(width)) await keepsTextApart(page, GAP, `${path} at ${width}`)
        if (width === 390) expect.soft(await page.evaluate(marksOffScreen), path).toEqual([])
        if (!DOUBLED.includes(width)) continue
        await sizeText('200%')
        await keepsTextApart(page, -1, `${path} at ${width}, text of double size`)
        await sizeText('')
      }
    }
  })
}

for (const which of THIRDS) {
  test(`every target is large enough, the focus is never under the bar, and axe finds nothing, ${which + 1} of 3`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of third(oneOfEachKind(await publicPaths(page.request)), which)) {
      await page.goto(path)
      for (const width of [1440, 390, 1280]) {
        await page.setViewportSize(size(width))
        await drawn(page)
        const where = `${path} at ${width}`
        // Both widths have the same colours.
        const rules = width === 390 ? 'layout' : 'all'
        if (width !== 1280) expect.soft(await axeViolations(page, rules), where).toEqual([])
        if (width === 1440) continue
        expect.soft(await page.evaluate(smallTargets), where).toEqual([])
        expect.soft(await page.evaluate(underTheBar), where).toEqual([])
      }
    }
  })
}

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

for (const which of THIRDS) {
  test(`text is readable in every state, in light, dark and forced colours, ${which + 1} of 3`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size(1440))
    const media = { colorScheme: 'dark', reducedMotion: 'reduce' } as const
    const devtools = await context.newCDPSession(page)
    const isPale = () => page.evaluate(paleText, { wanted: 4.5, within: 'body' })
    for (const path of third(oneOfEachKind(await publicPaths(page.request)), which)) {
      await page.emulateMedia({ ...media, forcedColors: 'none' })
      await page.goto(path)
      expect.soft(await axeViolations(page, 'colour'), `${path}, dark`).toEqual([])
      await pressEverything(devtools)
      for (const colorScheme of ['dark', 'light'] as const) {
        const where = `${path}, ${colorScheme}`
        await page.emulateMedia({ ...media, colorScheme, forcedColors: 'none' })
        await drawn(page)
        expect.soft(await isPale(), where).toEqual([])
        await page.emulateMedia({ ...media, colorScheme, forcedColors: 'active' })
        await drawn(page)
        expect.soft(await isPale(), `${where}, forced colours`).toEqual([])
        expect.soft(await page.evaluate(coveredLines), `${where}, lines`).toEqual([])
      }
    }
  })
}
