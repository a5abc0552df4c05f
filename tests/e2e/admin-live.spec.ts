import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { allAnswered, firstLook, openAdmin, row, signIn } from './people.ts'
import { dressed } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const HALF_MINUTE = 30_000
const dialog = (page: Page) => page.getByRole('dialog')
const names = (page: Page) => page.locator('tbody .open-record')

/** Counts the requests for counts. */
function countLooks(page: Page) {
  const looks = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/counts')) looks.count++
  })
  return looks
}

test('a notice above the list announces new records, and no row moves', async ({ page, site }) => {
  const name = `Arrived ${Date.now()}`
  await sendMessage(site, { name: `${name} 0` })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(names(page).first()).toHaveText(`${name} 0`)
  await firstLook(page)
  await dressed(page)
  const place = await names(page).first().boundingBox()
  await sendMessages(site, name, 2)
  await page.clock.runFor(HALF_MINUTE)
  const news = page.getByRole('button', { name: '2 new – show' })
  await expect(news).toBeVisible()
  await expect(names(page).first()).toHaveText(`${name} 0`)
  expect(await names(page).first().boundingBox()).toEqual(place)
  await news.click()
  await expect(names(page).first()).toHaveText(`${name} 2`)
  await expect(news).toBeHidden()
  await expect(page.getByRole('region', { name: 'contact submissions' })).toBeFocused()
})

test('new records are offered beside the last rows, and shown at the top', async ({
  page,
  site,
}) => {
  const name = `Scrolled ${Date.now()}`
  await cameEarlier(
    site,
    Array.from({ length: 30 }, (_, i) => ({ name: `${name} ${i}`, hoursAgo: i })),
  )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.clock.install({ time: Date.now() })
    await openAdmin(page, site)
    await page.goto('/admin?tab=contact')
    await expect(names(page).nth(29)).toBeVisible()
    await firstLook(page)
    await allAnswered(page)
    await names(page).nth(29).scrollIntoViewIfNeeded()
    await sendMessage(site, { name: `${name} at ${width}` })
    await page.clock.runFor(HALF_MINUTE)
    const news = page.getByRole('button', { name: '1 new – show' })
    await expect(news).toBeInViewport({ ratio: 1 })
    const box = await news.boundingBox()
    if (!box) throw new Error('It has no place.')
    // Nothing is above it.
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    expect(
      await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, at),
    ).toBe('1 new – show')
    if (width === 1440) {
      const head = await page.getByRole('columnheader').nth(1).boundingBox()
      const line = await page.locator('.panel-head').boundingBox()
      expect(head?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) - 1)
    }
    await news.click()
    await expect(names(page).first()).toHaveText(`${name} at ${width}`)
    await expect(names(page).first()).toBeInViewport({ ratio: 1 })
  }
})

test('what a narrowed list has shown is not announced again', async ({ page, site }) => {
  const name = `Shown ${Date.now()}`
  await sendMessage(site, { name: `${name} 0` })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(names(page).first()).toHaveText(`${name} 0`)
  await firstLook(page)
  const read = page.waitForResponse('**/contact-submissions?*status=new*')
  await page.getByRole('button', { name: /^New/ }).click()
  await expect(page).toHaveURL(/status=new/)
  await read
  await expect(page.locator('.list')).not.toHaveAttribute('aria-busy')
  await expect(names(page).first()).toHaveText(`${name} 0`)
  const ids = await sendMessages(site, name, 3)
  await page.clock.runFor(HALF_MINUTE)
  const news = page.locator('.arrivals')
  await news.getByRole('button', { name: '3 more – show' }).click()
  await expect(names(page).first()).toHaveText(`${name} 3`)
  await expect(news).toBeEmpty()
  await page.clock.runFor(HALF_MINUTE)
  await allAnswered(page)
  await expect(news).toBeEmpty()

  // A part of what comes next is in this view: the others are still to be shown.
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const last = await sendMessage(site, { name: `${name} 4` })
  await sendMessage(site, { name: `${name} 5` })
  await page.request.patch(`/api/admin/contact-submissions/${last}`, {
    data: { seen: true },
    headers,
  })
  await page.clock.runFor(HALF_MINUTE)
  await news.getByRole('button', { name: '1 more – show' }).click()
  await expect(names(page).first()).toHaveText(`${name} 5`)
  await news.getByRole('button', { name: '1 new – show' }).click()
  await expect(page).not.toHaveURL(/status=new/)
  await expect(page.locator(`[data-id="${last}"]`)).toBeVisible()
  await expect(page.locator(`[data-id="${ids[0]}"]`)).toBeVisible()
  await expect(news).toBeEmpty()
})

test('a longer count moves no row', async ({ page, site }) => {
  await sendMessage(site, { name: 'Counted' })
  await signIn(page, site)
  // A longer age may need another line.
  await page.clock.setFixedTime(Date.now())
  let many = 1
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    const counts = { new: many, waiting: many, overdue: many, held: many }
    await route.fulfill({ json: { ...answer, total: many, counts } })
  })
  // The real counts would overwrite the numbers of this test.
  await page.route('**/api/admin/counts', (route) => route.fulfill({ json: { items: [] } }))
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = []
    for (many of [1, 88_888]) {
      await page.goto('/admin?tab=contact')
      const chips = page.getByRole('group', { name: 'Filter the list' })
      await expect(chips.getByText(many.toLocaleString()).nth(4)).toBeVisible()
      await dressed(page)
      tops.push((await names(page).first().boundingBox())?.y)
    }
    expect(tops[1], `${width}`).toBe(tops[0])
  }
})

test('after a long idle time requests stop, and a key starts them at once', async ({
  page,
  site,
}) => {
  await page.clock.install({ time: Date.now() })
  await signIn(page, site)
  // The first look is over: its line has words.
  await expect(page.locator('.headline')).toHaveText(/\w/)
  const refreshed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/refresh')) refreshed.push(request.url())
  })
  const looks = countLooks(page)
  await page.clock.runFor(HALF_MINUTE)
  await expect.poll(() => looks.count).toBe(1)
  await page.clock.fastForward(15 * 60_000)
  const before = looks.count
  await page.clock.runFor(4 * HALF_MINUTE)
  expect(looks.count).toBe(before)
  expect(refreshed).toEqual([])
  await page.keyboard.press('Shift')
  await expect.poll(() => looks.count).toBe(before + 1)
})

test('after the session has become stale, the first key renews it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Stale ${Date.now()}`
  await sendMessage(site, { name: `${name} 0` })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 0`)).toBeVisible()
  await firstLook(page)
  await allAnswered(page)
  let renewals = 0
  await page.route('**/api/admin/refresh', async (route) => {
    renewals++
    await route.continue()
  })
  await page.route('**/api/admin/counts', (route) =>
    renewals > 0 ? route.continue() : route.fulfill({ status: 401, json: { error: 'No.' } }),
  )
  await sendMessage(site, { name: `${name} 1` })
  // nobody is there
  const refused = page.waitForResponse('**/api/admin/counts')
  await page.clock.runFor(HALF_MINUTE)
  await refused
  expect(renewals).toBe(0)
  await page.clock.fastForward(20 * 60_000)
  await page.keyboard.press('Shift')
  await expect(page.getByRole('button', { name: '1 new – show' })).toBeVisible()
  expect(renewals).toBe(1)
})

test('a hidden page sends no requests, and sends one at once when it is visible', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', {
      get: () => (window as { isHidden?: boolean }).isHidden ?? false,
    })
  })
  await page.clock.install({ time: Date.now() })
  await signIn(page, site)
  await expect(page.locator('.headline')).toBeVisible()
  const hide = (isHidden: boolean) =>
    page.evaluate((is) => {
      Object.assign(window, { isHidden: is })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  const looks = countLooks(page)
  await page.clock.runFor(3 * HALF_MINUTE)
  expect(looks.count).toBe(0)
  await hide(false)
  await expect.poll(() => looks.count).toBe(1)
})

test('the time of an open record goes on', async ({ page, site }) => {
  const name = `Late ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: 25 }])
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await names(page).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/due by .*, 1 h ago|, \d+ min ago/)
  await page.clock.fastForward(3 * 60 * 60_000)
  await expect(dialog).toContainText(/due by .*, 4 h ago/)
  // No later test finds it overdue.
  await page.keyboard.press('e')
  await expect(dialog).toContainText('Answered on')
})

test('an answer from elsewhere is said at the buttons', async ({ page, site }) => {
  const name = `Elsewhere ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  // The record was read: only then it can differ from what it was. Its row shows the note sooner.
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await page.request.patch(`/api/admin/contact-submissions/${id}`, {
    data: { answered: true },
    headers: { origin: site.url },
  })
  await page.clock.runFor(30_000)
  await expect(dialog(page)).toContainText('Answered on')
  await expect(dialog(page).locator('footer')).toContainText('Answered elsewhere')
})
