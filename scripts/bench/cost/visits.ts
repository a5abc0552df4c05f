import type { Browser } from 'playwright'
import { startSite } from '#local/server.ts'
import { buildSite } from '../../build.ts'
import { openDrawingBrowser } from '../../setup/chromium.ts'
import { nothing, sum, times, type Use } from './credits.ts'

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

/** A visit with an empty cache, and the weight of what the dashboard loads once. */
export async function visits(): Promise<{ visit: Use; dashboard: Use }> {
  await buildSite()
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
  const browser = await openDrawingBrowser()
  const read = (paths: string[]) => readPages(browser, site.url, paths)
  const first = await mean(FIRST, async (path) => (await read([path]))[0])
  const further = await mean(FURTHER, async (path) => (await read(['/', path]))[1])
  const [dashboard = nothing] = await read(['/admin'])
  await browser.close()
  await site.close()
  return { visit: sum([first, ICON, times(further, FURTHER_PAGES)]), dashboard }
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
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  let use = nothing
  const cached = new Set<string>()
  client.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId)
    if (cached.has(requestId) || !response.url.startsWith(url)) return
    use = sum([use, { ...nothing, requests: 1 }])
  })
  // Bodies as they are sent. Headers are compressed away but for the first.
  client.on('Network.dataReceived', ({ requestId, encodedDataLength: bytes }) => {
    if (!cached.has(requestId)) use = sum([use, { ...nothing, bytes }])
  })
  const uses: Use[] = []
  for (const path of paths) {
    use = nothing
    await page.goto(path)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let y = 0; y < height; y += STEP_PX) {
      await page.mouse.wheel(0, STEP_PX)
      await page.waitForTimeout(STEP_MS)
    }
    await page.waitForTimeout(LAST_MS)
    uses.push(use)
  }
  await context.close()
  return uses
}
