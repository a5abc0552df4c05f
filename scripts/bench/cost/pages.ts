import type { Browser, Page } from 'playwright'
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

const API = '/api/admin/'

export type Opening = {
  files: Use
  /** What the sign-in and the overview ask of the admin API, but for the sign-in's own call. */
  asked: readonly Asked[]
}

/** A path below the API's address. */
type Asked = { method: string; path: string }

type Admin = { email: string; password: string }

/** Signs in as a person does. */
export async function signInOn(page: Page, { email, password }: Admin): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signs in with a browser, and records what the dashboard loads and asks until it is at rest. */
async function openDashboard(browser: Browser, url: string, admin: Admin): Promise<Opening> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const files = await weigh(page, (one) => one.startsWith(url) && !one.includes(API))
  const asked: Asked[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith(API) || pathname === `${API}login`) return
    asked.push({ method: request.method(), path: pathname.slice(API.length) + search })
  })
  await signInOn(page, admin)
  await page.locator('.agenda').waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  return { files: files.take(), asked }
}

/** Adds up what a page loads, without what its cache has. */
async function weigh(page: Page, isCounted: (url: string) => boolean) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let use = nothing
  const left = new Set<string>()
  client.on('Network.requestServedFromCache', ({ requestId }) => left.add(requestId))
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const isCached = response.fromDiskCache === true || response.fromPrefetchCache === true
    if (isCached || !isCounted(response.url)) left.add(requestId)
    if (!left.has(requestId)) use = sum([use, { ...nothing, requests: 1 }])
  })
  // Bodies as they are sent. Headers are compressed away but for the first.
  client.on('Network.dataReceived', ({ requestId, encodedDataLength: bytes }) => {
    if (!left.has(requestId)) use = sum([use, { ...nothing, bytes }])
  })
  return {
    /** What was loaded since the last call of this. */
    take(): Use {
      const taken = use
      use = nothing
      return taken
    },
  }
}
