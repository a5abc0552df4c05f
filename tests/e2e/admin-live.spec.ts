import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const HALF_MINUTE = 30_000
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
  await expect(page.locator('.headline')).toBeVisible()
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
  await page.waitForLoadState('networkidle')
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

test('what a colleague does is seen in the rows with the next look', async ({ page, site }) => {
  const name = `Other ${Date.now()}`
  await cameEarlier(
    site,
    [1, 2, 3, 4].map((n) => ({ name: `${name} ${n}`, hoursAgo: 24 * 999 + n })),
  )
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const path = (id: string | null) => `/api/admin/contact-submissions/${id ?? ''}`
  const idOf = (n: number) => row(page, `${name} ${n}`).getAttribute('data-id')
  const answer = async (id: string | null) =>
    page.request.patch(path(id), { data: { answered: true }, headers })
  const chips = page.getByRole('group', { name: 'Filter the list' })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(row(page, `${name} 2`)).toContainText('Overdue')
  await expect(chips).not.toContainText('–')

  // in the whole list the row stays and says so; a deleted one leaves
  await names(page)
    .filter({ hasText: `${name} 1` })
    .focus()
  await answer(await idOf(2))
  await page.request.delete(path(await idOf(1)), { headers })
  await page.clock.runFor(HALF_MINUTE)
  await expect(row(page, `${name} 2`)).toContainText('Answered')
  await expect(names(page)).toHaveText([`${name} 2`, `${name} 3`, `${name} 4`])
  await expect(names(page).first()).toBeFocused()

  // from a view the row leaves, after an open record is closed
  await page.goto(`/admin?tab=contact&status=waiting&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveText([`${name} 4`, `${name} 3`])
  await expect(chips).not.toContainText('–')
  const four = await idOf(4)
  await names(page).last().click()
  await answer(four)
  await page.clock.runFor(HALF_MINUTE)
  await expect(page.getByRole('dialog')).toContainText('2 of 2')
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText([`${name} 3`])

  // and from the overview
  await page.goto('/admin')
  const next = page.locator('.next-due a')
  await expect(next.first()).toContainText(`${name} 3`)
  const three = await next.first().getAttribute('data-id')
  await next.first().focus()
  await answer(three)
  await page.clock.runFor(HALF_MINUTE)
  await expect(next.filter({ hasText: name })).toHaveCount(0)
})

test('a search that is read in part takes no row away', async ({ page, site }) => {
  const name = `Partly ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveCount(2)
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    const part = { items: [], total: 0, next: null, indexed: { done: 1, of: 9 } }
    await route.fulfill({ json: { ...answer, ...part } })
  })
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const data = { answered: true }
  await page.request.patch(`/api/admin/contact-submissions/${id}`, { data, headers })
  const asked = page.waitForResponse('**/api/admin/contact-submissions?*')
  await page.clock.runFor(HALF_MINUTE)
  await asked
  await page.waitForLoadState('networkidle')
  await expect(names(page)).toHaveCount(2)
})

test('an open record says with the next look that a colleague took it away', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Taken ${Date.now()}`
  const [deleted = '', hidden = ''] = await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const path = '/api/admin/contact-submissions'
  const dialog = page.getByRole('dialog')
  for (const [id, words] of [
    [deleted, 'This contact submission no longer exists.'],
    [hidden, 'This contact submission was marked as spam.'],
  ] as const) {
    await page.goto(`/admin?tab=contact&record=${id}`)
    await expect(dialog.getByRole('button', { name: 'Mark unread' })).toBeEnabled()
    if (id === deleted) await page.request.delete(`${path}/${id}`, { headers })
    else await page.request.post(`${path}/${id}/hold`, { headers })
    await page.clock.runFor(HALF_MINUTE)
    await expect(dialog.getByRole('alert')).toContainText(words)
    await expect(dialog).not.toContainText('talk about engines')
  }
})

test('a note about a record that a colleague took away can be copied, not saved', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Noted ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('Call them')
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  await page.clock.runFor(HALF_MINUTE)
  await expect(dialog.getByRole('alert')).toContainText('no longer exists')
  await expect(note).toHaveValue('Call them')
  await expect(note).not.toBeEditable()
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect(dialog.last()).toContainText('Your note is not saved')
  await expect(page.getByRole('button', { name: 'Save note' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(note).toHaveValue('Call them')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog).toHaveCount(0)
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

test('held and narrowed lists say what a look has found', async ({ page, site }) => {
  const name = `Found ${Date.now()}`
  const [first = '', second = ''] = await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const path = '/api/admin/contact-submissions'
  const move = (id: string, to: string) => page.request.post(`${path}/${id}/${to}`, { headers })
  const more = page.getByRole('button', { name: '1 more – show' })
  await move(first, 'hold')
  await page.goto(`/admin?tab=contact&held=yes&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveText([`${name} 1`])
  await expect(page.locator('.panel-head')).toContainText('1 match')

  // one is released, another one is held
  await move(second, 'hold')
  await page.clock.runFor(HALF_MINUTE)
  await expect(page.locator('.panel-head')).toContainText('2 matches')
  await expect(names(page)).toHaveText([`${name} 1`])
  await more.click()
  await expect(names(page)).toHaveText([`${name} 2`, `${name} 1`])
  await expect(more).toBeHidden()
  await move(second, 'release')
  await page.clock.runFor(HALF_MINUTE)
  await expect(names(page)).toHaveText([`${name} 1`])
  await expect(page.locator('.panel-head')).toContainText('1 match')

  // in a narrowed list a colleague's answer is told
  await page.goto(`/admin?tab=contact&status=answered&search=${encodeURIComponent(name)}`)
  await expect(page.getByText('No match')).toBeVisible()
  await page.request.patch(`${path}/${second}`, { data: { answered: true }, headers })
  await page.clock.runFor(HALF_MINUTE)
  await more.click()
  await expect(names(page)).toHaveText([`${name} 2`])
})

test('a look that is answered late says nothing of the view that is shown by then', async ({
  page,
  site,
}) => {
  const name = `Meanwhile ${Date.now()}`
  const [first] = await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const path = '/api/admin/contact-submissions'
  await page.request.patch(`${path}/${first}`, { data: { answered: true }, headers })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const head = page.locator('.panel-head')
  await expect(head).toContainText('2 matches')
  await page.waitForLoadState('networkidle')
  const mayAnswer = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<undefined>()
  await page.route(
    '**/api/admin/contact-submissions?*',
    async (route) => {
      const answer = await route.fetch()
      asked.resolve(undefined)
      await mayAnswer.promise
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  await sendMessage(site, { name: `${name} 3` })
  await page.clock.runFor(HALF_MINUTE)
  await asked.promise
  await page.getByRole('button', { name: /^Answered/ }).click()
  await expect(names(page)).toHaveText([`${name} 1`])
  const late = page.waitForResponse('**/api/admin/contact-submissions?*')
  mayAnswer.resolve(undefined)
  await late
  await page.waitForLoadState('networkidle')
  await expect(head).toContainText('1 match')
  await expect(page.getByRole('button', { name: /more – show/ })).toBeHidden()
})
