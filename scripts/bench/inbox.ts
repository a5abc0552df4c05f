import type { Page } from 'playwright'
import { openBenchDashboard } from './stage/dashboard.ts'

/** How long the inbox's script takes to walk through its records with j, over few rows and many. */

const SIZE = 1_000
const PAGES = [50, 200] as const

/** Prints what one key costs, from the key until the page is laid out anew. */
export async function inboxBench() {
  const { page, admin, close } = await openBenchDashboard(SIZE)
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
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

/** Presses j so often, in the page itself: the times of each, the shortest first. */
const walk = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    const taken: number[] = []
    for (let i = 0; i < count; i++) {
      await new Promise(requestAnimationFrame)
      const began = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      await Promise.resolve()
      // Reading a place makes the browser lay everything out.
      document.body.getBoundingClientRect()
      taken.push(performance.now() - began)
    }
    return taken.sort((a, b) => a - b)
  }, times)

function print(what: string, times: readonly number[]) {
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (a frame is 16.7 ms)`)
}
