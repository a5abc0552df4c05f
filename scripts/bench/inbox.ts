import type { Page } from 'playwright'
import { contact } from '#forms/contact.ts'
import { startSite } from '#local/server.ts'
import { collectionOf, offeredLists } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { buildSite } from '../build.ts'
import { openDrawingBrowser } from '../setup/chromium.ts'
import { signInOn } from './cost/pages.ts'
import { fill } from './messages.ts'
import { quantile } from './figure.ts'
import { openBenchBlobs, useBenchAdmin } from './stage/this-process.ts'

/** Measures how long the key j takes to open the next record, with few and many rows. */

const SIZE = 1_000
const PAGES = [50, 200] as const

/** Prints the times from the key press to the finished layout. */
export async function inboxBench() {
  const { page, admin, close } = await openDashboard()
  await signInOn(page, admin)
  await page.getByRole('tab', { name: 'Overview' }).waitFor()

  for (const rows of PAGES) {
    await page.goto(`/admin?tab=contact&limit=${rows}`)
    await page
      .locator('tbody tr')
      .nth(rows - 1)
      .waitFor()
    await page.locator('.open-record').first().click()
    await page.locator('.detail dl').waitFor()
    print(`j, record to record, above ${rows} rows`, await walk(page, rows - 1))
  }
  await close()
}

/** Serves the built site with SIZE messages and opens it in a browser. */
async function openDashboard() {
  await buildSite()
  const admin = await useBenchAdmin()
  const blobs = await openBenchBlobs()
  await fill(collectionOf(contact, {}), SIZE)
  // Without rows the first request of a list would make them.
  for (const one of await offeredLists()) await fold(one)
  // The site starts like a new instance.
  forgetAll()
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
  const browser = await openDrawingBrowser()
  const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
  return {
    page,
    admin,
    close: async () => {
      await browser.close()
      await site.close()
      await blobs.close()
    },
  }
}

/** Presses j inside the page; returns the times. */
const walk = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    const taken: number[] = []
    for (let i = 0; i < count; i++) {
      await new Promise(requestAnimationFrame)
      const began = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      await Promise.resolve()
      // Reading a position forces a layout.
      document.body.getBoundingClientRect()
      taken.push(performance.now() - began)
    }
    return taken
  }, times)

function print(what: string, times: readonly number[]) {
  const at = (share: number) => quantile(times, share).toFixed(1)
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (a frame is 16.7 ms)`)
}
