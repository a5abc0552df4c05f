import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, openAdmin, row, signIn, signInAgain } from './people.ts'
import { dressed, drawn } from './settled.ts'
import { held, sendMessage, sendMessages } from './submissions.ts'
import type { TestSite } from './test-site.ts'

/** Sends five messages of one name, selects all of them and confirms the delete. */
async function deleteFive(page: Page, site: TestSite, name: string, before: () => Promise<void>) {
  await sendMessages(site, name, 5)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Delete 5' }).click()
  await before()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

test('a batch delete stops when the session ends, and continues after a sign-in', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Ended ${Date.now()}`
  let asked = 0
  await deleteFive(page, site, name, async () => {
    await page.route('**/api/admin/contact-submissions/*', async (route) => {
      if (route.request().method() === 'DELETE' && ++asked === 3) await context.clearCookies()
      await route.continue()
    })
  })
  await expect(page.getByRole('alert')).toContainText('Unauthorized. 3 of 5 are still listed')
  expect(asked).toBe(3)
  await page.unroute('**/api/admin/contact-submissions/*')
  await signInAgain(page, site)
  await page.getByRole('button', { name: 'Delete the other 3' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('a batch delete stops without a network, and continues later from there', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const name = `Offline ${Date.now()}`
  let failed = 0
  page.on('requestfailed', (request) => {
    if (request.method() === 'DELETE') failed++
  })
  await deleteFive(page, site, name, () => context.setOffline(true))
  await expect(page.getByRole('alert')).toContainText('5 of 5 are still listed')
  await expect(page.getByText('You are offline.')).toBeVisible()
  expect(failed).toBe(1)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('a search that fails halfway is not repeated forever', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await sendMessages(site, `Partial ${Date.now()}`, 1)
  // what is held is searched as well
  await sendMessage(site, { name: `Held ${Date.now()}`, ...held })
  await signIn(page, site)
  let asked = 0
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    const ofRows = !route.request().url().includes('state=held')
    if (route.request().method() !== 'POST' || !ofRows) return route.continue()
    if (++asked > 1) return route.fulfill({ status: 503, json: { error: 'No.' } })
    const answer = await route.fetch()
    const found = (await answer.json()) as object
    return route.fulfill({ json: { ...found, indexed: { done: 1, of: 100_000 } } })
  })
  await page.clock.install()
  await page.goto('/admin?tab=contact&search=engines')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.clock.runFor(2_000)
  await expect(page.getByRole('alert')).toContainText('Request failed')
  // a look that finds another count does not ask again, either
  await sendMessages(site, `Later ${Date.now()}`, 1)
  for (let looks = 0; looks < 2; looks++) {
    const looked = page.waitForResponse('**/api/admin/counts')
    await page.clock.runFor(30_000)
    await looked
  }
  expect(asked).toBe(2)
})

test('acts on a whole page rest where they are, and leave the pages as they are', async ({
  page,
  site,
}) => {
  const name = `Paged ${Date.now()}`
  await sendMessages(site, name, 26)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  for (const at of [0, 1]) await boxes.nth(at).check()
  const spam = page.getByRole('button', { name: 'Mark as spam' })
  await expect(spam).toBeVisible()
  await firstLook(page)
  await dressed(page)
  await drawn(page)
  const before = await spam.boundingBox()
  await page.getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText('Marked 2 contact submissions as answered')).toBeVisible()
  // Whether the foot sticks is known with the next frame.
  await expect.poll(async () => (await spam.boundingBox())?.y).toBe(before?.y)

  // The second press meets the place of “Next”, or of another page.
  await spam.dblclick()
  await expect(page.getByText('Marked 2 contact submissions as spam')).toBeVisible()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('')
})

test('on a phone what was done moves no button, and the box for all rows is whole', async ({
  page,
  site,
}) => {
  const name = `Thumb ${Date.now()}`
  await sendMessages(site, name, 9)
  await sendMessages(site, `Lone ${name}`, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, site)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  // A list that ends in sight, and a longer one.
  for (const [search, count] of [
    [`Lone ${name}`, 1],
    [name, 10],
  ] as const) {
    await page.goto(`/admin?tab=contact&search=${encodeURIComponent(search)}`)
    await expect(page.getByRole('row')).toHaveCount(count + 1)
    await all.check()
    const button = page.getByRole('button', { name: `Delete ${count}` })
    await expect(button).toBeInViewport({ ratio: 1 })
    await firstLook(page)
    await dressed(page)
    await drawn(page)
    const before = await button.boundingBox()
    await page.locator('.list-foot').getByRole('button', { name: 'Mark answered' }).click()
    await expect(page.getByText(/^Marked .* as answered$/)).toBeVisible()
    await expect.poll(() => button.boundingBox()).toEqual(before)
  }

  await page.setViewportSize({ width: 320, height: 640 })
  const table = await page.locator('.table-frame').boundingBox()
  await expect
    .poll(async () => (await all.boundingBox())?.x)
    .toBeGreaterThanOrEqual(table?.x ?? Infinity)
})

test('while the next rows are read, nothing untrue is said of them, and Undo stays', async ({
  page,
  site,
}) => {
  const name = `Many ${Date.now()}`
  const messages = Array.from({ length: 28 }, (_, i) => ({
    name: `${name} ${i}`,
    hoursAgo: 99 + i,
  }))
  await cameEarlier(site, messages)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&status=overdue&limit=25&search=${encodeURIComponent(name)}`)
  await expect(page.locator('tbody tr')).toHaveCount(25)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const next = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    await next.promise
    await route.continue()
  })
  await page.keyboard.press('e')
  await expect(page.getByText('Loading contact submissions…')).toBeVisible()
  await expect(page.getByText('3 matches')).toBeVisible()
  const said = page.getByText('Marked 25 contact submissions as answered')
  const y = async () => (await said.boundingBox())?.y
  await expect.poll(y).toBeGreaterThan(800)
  expect(await y()).toBeLessThan(900)
  next.resolve(undefined)
  await expect(page.locator('tbody tr')).toHaveCount(3)
})

test('on a phone a selection leaves the foot of the list as high as it was', async ({
  page,
  site,
}) => {
  const name = `High ${Date.now()}`
  await sendMessages(site, name, 30)
  await openAdmin(page, site)
  for (const width of [360, 390, 640, 760]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/admin?tab=contact&limit=25')
    await expect(row(page, `${name} 30`)).toBeVisible()
    const foot = page.locator('.list-foot')
    const height = async () => (await foot.boundingBox())?.height
    await dressed(page)
    await drawn(page)
    const before = await height()
    await row(page, `${name} 30`).getByRole('checkbox').check()
    await expect(foot).toContainText('1 selected')
    await expect.poll(height, `${width} px`).toBe(before)
  }
})
