import type { Locator, Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, openAdmin, signIn } from './people.ts'
import { joinWaitlist, sendMessage } from './submissions.ts'

/** Tests the layout of the admin area. */

const phone = { width: 390, height: 844 }

/** The whole box, except for a part of a pixel from rounding. */
const WHOLE = 0.99

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const chips = (page: Page) => page.getByRole('group', { name: 'Filter the list' })

test('on a wide screen the note is beside the fields', async ({ page, site }) => {
  const id = await sendMessage(site, { name: `Beside ${Date.now()}` })
  await signIn(page, site)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Mail:/)).toBeVisible()
  const note = await boxOf(dialog.locator('.note-box'))
  const fields = await boxOf(dialog.locator('dl'))
  // no text moves when the note comes
  await page.keyboard.press('Escape')
  const read = Promise.withResolvers<undefined>()
  await page.route(`**/contact-submissions/${id}`, async (route) => {
    await read.promise
    await route.continue()
  })
  await page.locator(`[data-id="${id}"] a`).click()
  await expect(dialog.locator('dl')).toBeVisible()
  await expect.poll(() => boxOf(dialog.locator('dl'))).toEqual(fields)
  await expect.poll(() => boxOf(dialog.locator('.note-box'))).toEqual(note)
  read.resolve(undefined)

  expect(note.x).toBeGreaterThanOrEqual(fields.right)
  expect(Math.abs(note.y - fields.y)).toBeLessThan(20)
})

test('a low window has room for the letter', async ({ page, site }) => {
  const message = 'A line of a letter. '.repeat(200)
  const id = await sendMessage(site, { name: `Low ${Date.now()}`, message })
  await page.setViewportSize({ width: 844, height: 390 })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const body = await boxOf(page.locator('.detail-body'))
  expect(body.height).toBeGreaterThan(390 / 2)
})

test('a very wide screen has the list beside the record, and a press on a row opens it', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  for (const name of ['First', 'Second', 'Third'])
    await sendMessage(site, { name: `${name} ${stamp}` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  const rowOf = (name: string) => page.locator('tr', { hasText: `${name} ${stamp}` })
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.getByRole('link', { name: `Second ${stamp}` }).click()
  await expect(heading).toHaveText(`Second ${stamp}`)
  await expect(rowOf('Second')).toHaveClass(/open/)
  // who, the first words, and when a reply is due
  const record = await boxOf(page.getByRole('dialog'))
  for (const part of ['.open-record', '.preview', '.due'])
    expect((await boxOf(rowOf('Third').locator(part))).right).toBeLessThanOrEqual(record.x)
  // The tabs are all in sight, and nothing looks out of order.
  const tabs = page.locator('.tabs')
  expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  for (const part of ['.tabs', '.tools', '.account-bar'])
    await expect(page.locator(part)).toHaveCSS('opacity', '1')
  const row = await boxOf(rowOf('Third'))
  await page.mouse.click(row.x + 200, row.y + row.height / 2)
  await expect(heading).toHaveText(`Third ${stamp}`)
  await expect(rowOf('Third')).toHaveClass(/open/)
  // beside the list a press closes the record, and one Back would leave the list
  await page.mouse.click(20, 600)
  await expect(heading).toBeHidden()
  await expect(page.getByRole('link', { name: `Third ${stamp}` })).toBeFocused()

  // a filter, the search and a tab do what they say with the first press
  const press = async (control: Locator) => {
    await page.goto(`/admin?tab=contact&search=${stamp}`)
    await page.getByRole('link', { name: `Second ${stamp}` }).click()
    await expect(heading).toHaveText(`Second ${stamp}`)
    // The numbers move what is pressed.
    await firstLook(page)
    const { x, y, width, height } = await boxOf(control)
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(heading).toBeHidden()
  }
  const waiting = chips(page).getByRole('button', { name: 'Waiting' })
  await press(waiting)
  await expect(waiting).toHaveAttribute('aria-pressed', 'true')
  await press(page.getByRole('searchbox'))
  await expect(page.getByRole('searchbox')).toBeFocused()
  const investors = page.getByRole('tab', { name: 'Investors' })
  await press(investors)
  await expect(investors).toHaveAttribute('aria-selected', 'true')

  // elsewhere nothing is beside it
  await page.setViewportSize({ width: 1279, height: 900 })
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  await page.getByRole('link', { name: `First ${stamp}` }).click()
  await expect(heading).toHaveText(`First ${stamp}`)
  await page.mouse.click(95, row.y + row.height / 2)
  await expect(heading).toBeHidden()
})

test('a laptop has the list beside the record too, and opening one moves no row', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  for (const name of ['First', 'Second']) await sendMessage(site, { name: `${name} ${stamp}` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  const second = page.locator('tr', { hasText: `Second ${stamp}` })
  await expect(chips(page)).toContainText(/All \d.*Held \d/)
  const before = await boxOf(second)
  await second.getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`Second ${stamp}`)
  const { y, height } = await boxOf(second)
  expect([y, height]).toEqual([before.y, before.height])
  // who, the first words, when a reply is due, and what else can be pressed
  const record = await boxOf(dialog)
  const tabs = await page.getByRole('tab').all()
  const filters = await chips(page).getByRole('button').all()
  const parts = ['.open-record', '.preview', '.due'].map((part) => second.locator(part))
  for (const part of [...parts, ...tabs, ...filters])
    expect((await boxOf(part)).right).toBeLessThanOrEqual(record.x)
  // A list with few filters stays as well.
  await joinWaitlist(site, { email: `laptop-${stamp}@example.com` })
  await page.goto(`/admin?tab=waitlist&project=calmist&search=${stamp}`)
  const entry = page.getByRole('link', { name: `laptop-${stamp}` })
  await firstLook(page)
  const { y: above } = await boxOf(page.locator('.waitlist-columns thead'))
  await entry.click()
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('laptop')
  expect((await boxOf(page.locator('.waitlist-columns thead'))).y).toBe(above)
  await page.goto(`/admin?tab=contact&search=${stamp}`)
  await second.getByRole('link').click()
  // The letter is beside the note.
  expect((await boxOf(dialog.locator('dl'))).width).toBeGreaterThan(400)
  const first = await boxOf(page.locator('tr', { hasText: `First ${stamp}` }))
  await page.mouse.click(first.x + 200, first.y + first.height / 2)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`First ${stamp}`)
})

test('on a phone the sign-in does not cover an empty list', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.setViewportSize(phone)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  // The list and its counts are read by then.
  await expect(page.getByText(/^(\d+ records?|No records)$/).first()).toBeVisible()
  await expect(chips(page)).toContainText(/All \d/)
  await context.clearCookies()
  await page.getByRole('tab', { name: 'Careers' }).click()
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  const banner = await boxOf(page.getByRole('alert'))
  expect(banner.y).toBeGreaterThanOrEqual((await boxOf(chips(page))).bottom)
})

test('on a phone the linked tab stays in view after the counts arrive', async ({ page, site }) => {
  await sendMessage(site, { name: `Counted ${Date.now()}` })
  await joinWaitlist(site, { email: `counted-${Date.now()}@example.com` })
  await page.setViewportSize(phone)
  await signIn(page, site)
  // The numbers arrive after the tabs.
  let count = () => {}
  const counted = new Promise<void>((resolve) => (count = resolve))
  await page.route('**/api/admin/counts', async (route) => {
    await counted
    await route.continue()
  })
  await page.goto('/admin?tab=waitlist')
  const tab = page.getByRole('tab', { name: /^Waitlist/ })
  await expect(tab).toBeInViewport({ ratio: WHOLE })
  count()
  await expect(page.getByRole('tab', { name: /^Contact \d/ })).toBeAttached()
  await expect(tab).toBeInViewport({ ratio: WHOLE })
})

test('an empty filter result does not say that the list is empty', async ({ page, site }) => {
  await sendMessage(site, { name: `Narrowed ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=eir&status=answered')
  await expect(page.getByText('No EIR submission is answered.')).toBeVisible()
  await expect(page.getByText(/^The first/)).toBeHidden()
})

test('tabs scrolled by hand stay there when counts change', async ({ page, site }) => {
  await page.setViewportSize(phone)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const tabs = page.getByRole('tablist')
  // A frame has passed by then: in the first one the row of tabs takes its own place.
  await expect(chips(page)).toBeInViewport()
  // The list is read by then: what it has already does not arrive.
  await expect(page.getByText(/^(\d+ records?|No records)$/).first()).toBeVisible()
  await firstLook(page)
  await tabs.evaluate((row) => (row.scrollLeft = row.scrollWidth))
  const slid = await tabs.evaluate((row) => row.scrollLeft)
  expect(slid).toBeGreaterThan(100)
  await sendMessage(site, { name: `Slid ${Date.now()}` })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('tab', { name: /^Contact \d/ })).toBeAttached()
  await expect(page.locator('.arrivals')).toContainText('new – show')
  expect(await tabs.evaluate((row) => row.scrollLeft)).toBe(slid)
})

test('on a phone the linked chip is in view, and the page does not scroll', async ({
  page,
  site,
}) => {
  await sendMessage(site, { name: `Chip ${Date.now()}` })
  await page.setViewportSize(phone)
  await signIn(page, site)
  // The numbers arrive after the chips, and are long.
  const thousands = { new: 1_234, waiting: 1_234, overdue: 1_234, held: 1_234, answered: 1_234 }
  let count = () => {}
  const counted = new Promise<void>((resolve) => (count = resolve))
  await page.route('**/api/admin/c*', async (route) => {
    if (!/\/(counts|contact-submissions\?.*)$/.test(route.request().url())) return route.continue()
    await counted
    const response = await route.fetch()
    const json = (await response.json()) as { items: { counts?: object }[] }
    for (const item of [json, ...json.items]) {
      if ('counts' in item) Object.assign(item, { counts: thousands })
    }
    await route.fulfill({ json })
  })
  for (const [address, name] of [
    ['held=yes', 'Held'],
    ['status=answered', 'Answered'],
    ['status=new', 'New'],
  ]) {
    await page.goto(`/admin?tab=contact&${address}`)
    const chip = page.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(chip).toBeInViewport({ ratio: WHOLE })
    count()
    await expect(chip).toContainText('1,234')
    await expect(chip).toBeInViewport({ ratio: WHOLE })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  // chips scrolled by hand stay there
  await chips(page).evaluate((row) => (row.scrollLeft = row.scrollWidth))
  const slid = await chips(page).evaluate((row) => row.scrollLeft)
  thousands.waiting = 12_345
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(chips(page)).toContainText('12,345')
  expect(await chips(page).evaluate((row) => row.scrollLeft)).toBe(slid)
})

test('on a phone the open work fits, even with four-digit numbers', async ({ page, site }) => {
  await page.setViewportSize(phone)
  await signIn(page, site)
  const counts = { new: 1_234, waiting: 8_888, overdue: 7_654, held: 4_321, dueToday: 2_222 }
  await page.route('**/api/admin/counts', async (route) => {
    const { items } = (await (await route.fetch()).json()) as { items: object[] }
    await route.fulfill({ json: { items: items.map((item) => ({ ...item, counts })) } })
  })
  // The lists have counts too, and either response may arrive first.
  await page.route(/\/api\/admin\/.*[?&]limit=/, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { counts?: object }
    await route.fulfill({ response, json: { ...json, ...(json.counts && { counts }) } })
  })
  await page.goto('/admin')
  await expect(page.locator('.agenda')).toContainText('8,888')
  const wider = () =>
    page.locator('.agenda').evaluate((frame) => frame.scrollWidth - frame.clientWidth)
  await expect.poll(wider).toBe(0)
  await page.setViewportSize({ ...phone, width: 360 })
  await expect.poll(wider).toBe(0)
})

test('all filters are whole on a laptop, and a low window shows five rows', async ({
  page,
  site,
}) => {
  const messages = Array.from({ length: 101 }, (_, i) => ({ name: `Whole ${i}`, hoursAgo: 30 + i }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&status=overdue')
  const rows = page.locator('tbody tr')
  for (const width of [1366, 1440, 1536]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(rows).toHaveCount(50)
    const chips = page.getByRole('group', { name: 'Filter the list' })
    await expect(chips).toContainText(/Overdue \d\d\d.*Held \d/)
    await expect.poll(() => chips.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 600 })
  const fifth = async () => {
    const { y = 600, height = 0 } = (await rows.nth(4).boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(fifth).toBeLessThan(600)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).not.toBeInViewport()
})

test('on a tablet all seven chips are in sight', async ({ page, site }) => {
  await sendMessage(site, { name: `Seven ${Date.now()}` })
  await page.setViewportSize({ width: 768, height: 1024 })
  await openAdmin(page, site)
  const counts = { new: 14, waiting: 120, dueToday: 13, overdue: 14, answered: 120, held: 14 }
  await page.route(/\/api\/admin\/(counts|contact-submissions)(\?.*)?$/, async (route) => {
    const json = (await (await route.fetch()).json()) as { items: { counts?: object }[] }
    for (const item of [json, ...json.items])
      if ('counts' in item) Object.assign(item, { counts, total: 134 })
    await route.fulfill({ json })
  })
  await page.goto('/admin?tab=contact')
  const held = chips(page).getByRole('button', { name: /^Held/ })
  await expect(held).toHaveText('Held 14')
  await expect(held).toBeInViewport({ ratio: WHOLE })
  await expect.poll(() => chips(page).evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
})
