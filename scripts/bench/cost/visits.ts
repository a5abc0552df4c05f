import type { Browser } from 'playwright'
import { startSite } from '#local/server.ts'
import { buildSite } from '../../build.ts'
import { openDrawingBrowser } from '../../setup/chromium.ts'
import { nothing, sum, times, type Use } from './credits.ts'
import { openDashboard, type Opening } from './opening.ts'
import { weigh } from './weigh.ts'

/** Where visits begin, and the second page of a visit that began at home. */
const FIRST = ['/', '/portfolio', '/what-we-do', '/careers', '/contact', '/investors', '/blogs']
const FURTHER = FIRST.slice(1)
/** Every second visitor reads one more page. */
const FURTHER_PAGES = 0.5
/** Browsers ask for the icon too; the one without a window does not. */
const ICON: Use = { ...nothing, requests: 1, bytes: 500 }
const STEP_PX = 800
const STEP_MS = 60
const LAST_MS = 500

type Admin = Parameters<typeof openDashboard>[2]

/** A visit with an empty cache, and an opening of the dashboard. */
export async function visits(admin: Admin): Promise<{ visit: Use; opening: Opening }> {
  await buildSite()
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
  const browser = await openDrawingBrowser()
  const read = (paths: string[]) => readPages(browser, site.url, paths)
  const first = await mean(FIRST, async (path) => (await read([path]))[0])
  const further = await mean(FURTHER, async (path) => (await read(['/', path]))[1])
  const opening = await openDashboard(browser, site.url, admin)
  await browser.close()
  await site.close()
  return { visit: sum([first, ICON, times(further, FURTHER_PAGES)]), opening }
}

async function mean(paths: readonly string[], act: (path: string) => Promise<Use | undefined>) {
  const uses: Use[] = []
  for (const path of paths) uses.push((await act(path)) ?? nothing)
  return times(sum(uses), 1 / uses.length)
}

/** Reads pages to their end, one after the other, in a new browser; what each one loads. */
async function readPages(browser: Browser, url: string, paths: readonly string[]) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const files = await weigh(page, (one) => one.startsWith(url))
  const uses: Use[] = []
  for (const path of paths) {
    await page.goto(path)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let y = 0; y < height; y += STEP_PX) {
      await page.mouse.wheel(0, STEP_PX)
      await page.waitForTimeout(STEP_MS)
    }
    await page.waitForTimeout(LAST_MS)
    uses.push(files.take())
  }
  await context.close()
  return uses
}
