import type { Page } from 'playwright/test'
import { chromiumArgs } from './chromium-args.ts'
import { expect, test } from './fixtures.ts'
import { movingOutOfView } from './looks/moving.ts'
import { inPackets } from './packets.ts'
import { publicPaths } from './public-paths.ts'
import { dressed, settled, toTheFoot } from './settled.ts'
import { SHIFT, shifts } from './shifts.ts'

/**
 * The width of Lighthouse's phone. At this width the test also opens links to a form. A changed
 * line break above the form counts as a shift, although the form does not move.
 */
const LIGHTHOUSES_PHONE = 412
const FORMS = ['/careers#form', '/eir#form', '/investors#form', '/calmist#waitlist-end']

/** Tests pages for a visitor who only reads: no script, no shift, no missing file, no motion unseen. */

// Without this, the headless shell rounds letter widths to pixels, differently for each font.
const args = [...chromiumArgs, '--font-render-hinting=none']
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args }) })

/** Here the test also reads to the foot, and looks for motion out of view. */
const WIDEST = 1440

/** LOOK_WIDTHS limits them, as in looks.spec.ts. */
const limits = process.env['LOOK_WIDTHS']?.split(',').map(Number)
const WIDTHS = [360, 390, LIGHTHOUSES_PHONE, 768, 1024, WIDEST].filter(
  (width) => width === LIGHTHOUSES_PHONE || limits?.includes(width) !== false,
)

async function nothingMovesUnseen(page: Page, path: string) {
  for (const place of ['top', 'foot']) {
    if (place === 'foot') await toTheFoot(page)
    await expect
      .soft(async () => {
        expect(await page.evaluate(movingOutOfView), `${path}, at its ${place}`).toEqual([])
      })
      .toPass({ timeout: 30_000 })
  }
}

for (const width of WIDTHS) {
  test(`no page loads a script, shifts or moves unseen before the first touch, at ${width}`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/404/)
    const slow = await inPackets(site.url)
    await page.setViewportSize({ width, height: 844 })
    const scripts: string[] = []
    const missing: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest()) {
        missing.push(response.url())
      }
    })
    const paths = await publicPaths(page.request)
    const role = paths.find((path) => path.startsWith('/careers/'))
    const isOf = (form: string) => paths.some((path) => form.startsWith(`${path}#`))
    const forms = width === LIGHTHOUSES_PHONE ? [...FORMS, `${role}#form`].filter(isOf) : []
    for (const path of [...paths, ...forms]) {
      await page.goto(slow.url + path)
      await dressed(page)
      await settled(page)
      const { sum, moved } = await shifts(page)
      expect.soft(sum, [`${path} shifts`, ...moved].join('\n')).toBeLessThan(SHIFT)
      if (width === WIDEST) await nothingMovesUnseen(page, path)
    }
    expect(scripts).toEqual([])
    expect(missing).toEqual([])
    slow.close()
  })
}
