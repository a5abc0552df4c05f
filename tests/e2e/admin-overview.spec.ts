import { setTimeout } from 'node:timers/promises'
import type { Locator, Route } from 'playwright/test'
import { endOfToday } from '#server/content/studio.ts'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { noMoreLooks } from './meanwhile.ts'
import { allAnswered, firstLook, openAdmin, row, signIn } from './people.ts'
import { dressed } from './settled.ts'
import { apply, held, joinWaitlist, sendMessage } from './submissions.ts'

const HOUR_MS = 60 * 60 * 1_000
/** Of a day: as long as a test may take. */
const LAST_MS = 5 * 60 * 1_000

test('five cards count the submissions and lead to their lists', async ({ page, site }) => {
  await sendMessage(site, { name: 'Counted' })
  await signIn(page, site)
  const cards = page.locator('.count-cards').getByRole('button')
  await expect(cards).toHaveText([
    /^\d+Contact submissions$/,
    /^\d+Investor submissions$/,
    /^\d+EIR submissions$/,
    /^3Waitlist projects$/,
    /^\d+Career applications$/,
  ])
  const names = ['Overview', 'Contact', 'Investors', 'EIR', 'Careers', 'Waitlist']
  await expect(page.getByRole('tab')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
  await cards.nth(2).click()
  await expect(page.getByRole('tab', { name: 'EIR' })).toHaveAttribute('aria-selected', 'true')
})

test('a card that can’t be counted does not affect the others', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signIn(page, site)
  await page.route('**/api/admin/investor-submissions?**', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await page.reload()
  const card = page.getByRole('button', { name: /Investor submissions/ })
  await expect(page.getByRole('button', { name: /^\d+ ?Contact submissions/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^3 ?Waitlist projects/ })).toBeVisible()
  await expect(card).toContainText('Could not be counted')
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  const missing = page.getByText('Not all lists could be read: a reply may be missing here.')
  await expect(missing).toBeVisible()
  // An answered look would read all of it again, and take the buttons away.
  await expect(page.locator('.headline')).toHaveText(/\w/)
  await noMoreLooks(page)

  await page.unroute('**/api/admin/investor-submissions?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toBeHidden()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card).toHaveText(/^\d+Investor submissions/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('what is due next stays in sight when it can’t be read again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Kept ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await page.clock.install({ time: Date.now() })
  await signIn(page, site)
  const due = page.getByRole('region', { name: 'Due next' })
  await expect(due.getByRole('link', { name })).toBeVisible()
  await page.route('**/api/admin/contact-submissions?**', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  // A look finds another count, and the lines are read again.
  await sendMessage(site, { name })
  await page.clock.runFor(30_000)
  await expect(due).toContainText('Not all lists could be read')
  await expect(due.getByRole('link', { name })).toBeVisible()
})

test('what came while the overview was opened is due next after the first look', async ({
  page,
  site,
}) => {
  const name = `Between ${Date.now()}`
  const { promise: later, resolve: look } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/counts', async (route) => {
    await later
    await route.continue()
  })
  await cameEarlier(site, [{ name: `${name} first`, hoursAgo: longAgo() }])
  await signIn(page, site)
  const due = page.getByRole('region', { name: 'Due next' })
  await expect(due.getByRole('link', { name: `${name} first` })).toBeVisible()
  await cameEarlier(site, [{ name: `${name} second`, hoursAgo: longAgo() }])
  look(undefined)
  await expect(due.getByRole('link', { name: `${name} second` })).toBeVisible()
})

test('the overview lists the open work and leads to it', async ({ page, site }) => {
  const name = `Waiting ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  const contact = page.getByRole('table').getByRole('row', { name: /^Contact/ })
  await expect(page.locator('.headline')).toHaveText(/\d+ new/)
  const waiting = contact.getByRole('link', { name: /waiting, Contact/ })
  await expect(
    page.getByRole('img', { name: /^Received in each of the last 12 weeks: .*\d$/ }),
  ).toBeVisible()
  // The figure above the chart is of one week.
  await expect(page.locator('.weeks .most')).toHaveText(/^\d+ in the highest week$/)
  const count = /^\d+/.exec((await waiting.textContent()) ?? '')?.[0]
  // its whole cell is pressed
  const cell = contact.getByRole('cell', { name: /waiting, Contact/ })
  await cell.click({ position: { x: 4, y: 4 } })
  await expect(page).toHaveURL(/tab=contact&status=waiting/)
  await expect(page.getByRole('button', { name: /^Waiting/ })).toHaveText(`Waiting ${count}`)
  // what is due first comes first, and other tests may have sent more than a page
  await page.getByRole('searchbox').fill(name)
  await expect(row(page, name)).toContainText('Due in')

  // overdue replies come first, then the replies due by midnight
  await cameEarlier(site, [{ name: `${name} late`, hoursAgo: 25 }])
  await page.goto('/admin')
  const overdue = contact.getByRole('link', { name: /overdue, Contact/ })
  await expect(page.locator('.headline')).toContainText('overdue, ')
  const late = /^\d+/.exec((await overdue.textContent()) ?? '')?.[0]
  await overdue.click()
  await expect(page).toHaveURL(/status=overdue/)
  await page.getByRole('searchbox').fill(`${name} late`)
  await expect(row(page, `${name} late`)).toContainText('Overdue by')
  await expect(page.getByRole('button', { name: /^Overdue/ })).toHaveText(`Overdue ${late}`)
})

test('the overview counts who joined a waitlist apart from what is new', async ({ page, site }) => {
  await sendMessage(site, { name: 'New' })
  await joinWaitlist(site, { email: `joined-${Date.now()}@example.com` })
  await signIn(page, site)
  const newIn = async (list: RegExp) => {
    const counts = page
      .getByRole('table')
      .getByRole('row', { name: list })
      .locator('td:nth-child(2)')
    const all = await counts.allInnerTexts()
    return all.reduce((sum, one) => sum + parseInt(one), 0)
  }
  await expect(page.locator('.agenda')).toContainText('Waitlist')
  const [fresh, joined] = [await newIn(/^[^W]/), await newIn(/^Waitlist/)]
  const words = new RegExp(`\\b${fresh} new, ${joined} new on waitlists\\.$`)
  await expect(page.locator('.headline')).toHaveText(words)
})

test('a reply due by midnight at the studio is shown as due today', async ({ page, site }) => {
  const name = `Today ${Date.now()}`
  // What is due in the last minute of a day would be overdue before it is looked at.
  const untilMidnight = (await endOfToday()) - Date.now()
  if (untilMidnight < LAST_MS) {
    test.setTimeout(2 * LAST_MS)
    await setTimeout(untilMidnight + 1_000)
  }
  const hoursLeft = ((await endOfToday()) - Date.now()) / HOUR_MS
  // Due in the last minute of the day.
  await cameEarlier(site, [{ name, hoursAgo: 24 - hoursLeft + 1 / 60 }])
  await signIn(page, site)
  const contact = page.getByRole('table').getByRole('row', { name: /^Contact/ })
  const today = contact.getByRole('link', { name: /due today, Contact/ })
  await expect(today).toBeVisible()
  await today.click()
  await expect(page).toHaveURL(/\?tab=contact&status=today$/)
  // Other tests may have sent more than a page that is due before it.
  await page.getByRole('searchbox').fill(name)
  await expect(row(page, name)).toContainText('Due in')
})

test('the overview can test the store and names each broken promise', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signIn(page, site)
  const store = page.getByRole('region', { name: 'The store’s self-test' })
  const run = store.getByRole('button', { name: 'Run the self-test' })
  await run.click()
  await expect(store.getByRole('status')).toHaveText('Passed: storage works.')
  await page.reload()
  await expect(store).toContainText('The store’s self-test last passed on')

  await page.route('**/api/admin/self-test', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const AT = '2026-11-22T12:00:00.000Z'
    const checks = [{ name: 'one of ten writers must win', ok: false, note: 'Three did.' }]
    return route.fulfill({ json: { ok: false, ranAt: AT, passedAt: AT, checks } })
  })
  await run.click()
  await expect(store.getByRole('alert')).toContainText('Failed: one of ten writers must win.')
  await expect(store.getByRole('alert')).toContainText('the site may lose what it stores')

  await page.unroute('**/api/admin/self-test')
  await page.route('**/api/admin/self-test', (route) => route.fulfill({ status: 503, json: {} }))
  await run.click()
  await expect(store.getByRole('alert').first()).toHaveText(
    'It is unclear whether the self-test ran',
  )
})

test('the overview begins with its sentence, and its foot has no loose lines', async ({
  page,
  site,
}) => {
  await sendMessage(site, { name: 'Due' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const box = async (part: Locator) =>
    (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  const middle = async (part: Locator) => {
    const { y, height } = await box(part)
    return y + height / 2
  }
  const checks = page.getByRole('region', { name: 'Notifications' })
  const button = checks.getByRole('button', { name: 'Send a test' })
  await expect(button).toBeVisible()
  // It moves what is below it when it comes.
  await expect(page.locator('.agenda')).toContainText('Overdue')
  await allAnswered(page)
  await dressed(page)
  const [sentence, next] = [page.locator('.headline'), page.locator('#next')]
  expect((await box(sentence)).y).toBeLessThan((await box(next)).y)
  // The chart is beside the checks, and each button is in the line that it belongs to.
  const chart = await box(page.locator('.weeks'))
  expect(chart.x + chart.width).toBeLessThan((await box(checks)).x)
  expect(Math.abs(chart.y - (await box(checks)).y)).toBeLessThan(2)
  const line = checks.getByText(/^Mail: /)
  expect(Math.abs((await middle(line)) - (await middle(button)))).toBeLessThan(4)
})

test('the overview says what it could not count or read', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  let isDown = false
  await page.route('**/api/admin/counts', async (route) => {
    if (isDown) return route.fulfill({ status: 503, json: { error: 'Down.' } })
    const answer = await route.fetch()
    const { items } = (await answer.json()) as { items: { collection: string }[] }
    const counted = items.filter(({ collection }) => !/waitlist|eir/.test(collection))
    return route.fulfill({ json: { items: counted, uncounted: items.length - counted.length } })
  })
  await page.route('**/api/admin/notifications', (route) =>
    route.fulfill({ status: 503, json: { error: 'Down.' } }),
  )
  await openAdmin(page, site)
  await page.goto('/admin')
  const headline = page.locator('.headline')
  await expect(headline).toContainText('Not all lists could be counted')
  await expect(headline).not.toContainText('Nothing is new')
  await expect(page.getByRole('table').getByRole('row', { name: /^Contact/ })).toBeVisible()
  await expect(page.getByText('It could not be read what was delivered.')).toBeVisible()
  isDown = true
  await page.reload()
  await expect(headline).toContainText('No list could be counted')
})

test('figures that can’t be read again say since when they are so', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Old ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await page.clock.install({ time: Date.now() })
  await signIn(page, site)
  const headline = page.locator('.headline')
  await expect(headline).toHaveText(/\w/)
  const old = /As of .+; nothing newer could be read\. The page tries again\./
  await expect(headline).not.toContainText(old)
  await allAnswered(page)
  await dressed(page)
  const down = (route: Route) => route.fulfill({ status: 503, json: { error: 'Down.' } })
  await page.route('**/api/admin/**', down)
  const below = page.locator('.next-place')
  const { y } = (await below.boundingBox()) ?? {}
  await page.clock.runFor(30_000)
  await expect(headline).toContainText(old)
  // It is a small line, and moves nothing.
  await expect(headline.getByText(old)).toHaveCSS('font-size', '13px')
  await expect.poll(async () => (await below.boundingBox())?.y).toBe(y)

  // A list says so at its foot, and an alert of its own says more.
  await page.unroute('**/api/admin/**', down)
  await page.goto('/admin?tab=contact')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // Without a look that was answered nothing is old.
  await firstLook(page)
  await allAnswered(page)
  await page.route('**/api/admin/**', down)
  await page.clock.runFor(30_000)
  const foot = page.locator('.list-end')
  await expect(foot.getByText(old)).toBeInViewport()
  await page.unroute('**/api/admin/**', down)
  await page.clock.runFor(30_000)
  await expect(foot.getByText(old)).toBeHidden()
})

test('what is due next says that no list could be read', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  await openAdmin(page, site)
  await page.route(/-submissions\?/, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/admin')
  const due = page.getByRole('region', { name: 'Due next' })
  await expect(due).toContainText('No list could be read: a reply may be missing here.')
})

test('the overview takes no count for none while it is made, and looks again soon', async ({
  page,
  site,
}) => {
  await sendMessage(site, { name: `Counted ${Date.now()}` })
  let looks = 0
  const seen = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/counts', async (route) => {
    const isFirst = looks++ === 0
    if (!isFirst) await seen.promise
    const answer = (await (await route.fetch()).json()) as { items: object[] }
    const indexed = { done: 1, of: 2 }
    const items = isFirst ? answer.items.map((one) => ({ ...one, indexed })) : answer.items
    return route.fulfill({ json: { ...answer, items } })
  })
  await openAdmin(page, site)
  await page.goto('/admin')
  const contact = page.getByRole('table').getByRole('row', { name: /^Contact/ })
  await expect(contact).toContainText('…')
  await expect(page.locator('.headline')).not.toContainText('Nothing is new')
  seen.resolve(undefined)
  await expect(contact).not.toContainText('…', { timeout: 15_000 })
})

test('each number of the overview opens exactly its rows', async ({ page, site }) => {
  const stamp = Date.now()
  await sendMessage(site, { name: `Counted ${stamp}` })
  await sendMessage(site, { name: `Counted ${stamp}`, ...held })
  await cameEarlier(site, [{ name: `Counted ${stamp}`, hoursAgo: 30 }])
  await apply(site, { fullName: `Counted ${stamp}` })
  for (const projectSlug of ['calmist', 'founders-journal']) {
    await joinWaitlist(site, { email: `counted-${stamp}@example.com`, projectSlug })
  }
  await signIn(page, site)
  const links = page.getByRole('table').getByRole('link')
  await expect(links.first()).toBeVisible()
  const numbers = await links.evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      words: link.textContent,
      count: parseInt(link.textContent.replaceAll(',', '')),
    })),
  )
  expect(numbers.filter(({ href }) => href.includes('tab=waitlist')).length).toBeGreaterThan(1)
  // A waitlist's page is read by being shown, so the numbers were noted before.
  for (const { href, words, count } of numbers) {
    await page.goto(`/admin${href}&limit=200`)
    await expect(page.locator('tbody tr'), words).toHaveCount(Math.min(count, 200))
    const head = page.locator('.panel-head .tabular').last()
    await expect(head, words).toHaveText(new RegExp(`^${count.toLocaleString()} (record|held)`))
  }
})

test('the table of what is due has one row height and equal columns', async ({ page, site }) => {
  await sendMessage(site, { name: `Counted ${Date.now()}` })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const table = page.getByRole('table')
  await expect(table.getByRole('link').first()).toBeVisible()
  await dressed(page)
  const heights = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
  expect(new Set(heights).size, String(heights)).toBe(1)
  const widths = await table
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.map((one) => Math.round(one.getBoundingClientRect().width)))
  expect(Math.max(...widths) - Math.min(...widths), String(widths)).toBeLessThanOrEqual(1)
})

test('what is not announced yet stands among the other states', async ({ page, site }) => {
  await page.route('**/api/admin/notifications', async (route) => {
    const json = (await (await route.fetch()).json()) as { channels: object[] }
    const channels = json.channels.map((one) => ({ ...one, isSet: true, wrong: [] }))
    await route.fulfill({ json: { ...json, channels, owed: 65 } })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const line = page.getByText('65 submissions have not been announced through every channel yet.')
  const other = page.getByText(/^Mail:/)
  await expect(line).toBeVisible()
  for (const one of [line, other]) await expect(one).toHaveAttribute('data-well')
  const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(line)).toBe(await colourOf(other))
  expect((await line.boundingBox())?.x).toBe((await other.boundingBox())?.x)
})

test('an overview that was opened in an outage is whole half a minute after it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await sendMessage(site, { name: `Back ${Date.now()}` })
  await openAdmin(page, site)
  await page.clock.install({ time: Date.now() })
  await page.goto('/admin?tab=contact')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await firstLook(page)
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('No list could be read').first()).toBeVisible()
  // What is known is of another time, which is said at once.
  await expect(page.locator('.headline')).toContainText(/As of .+; nothing newer could be read/)
  await expect(page.getByRole('button', { name: /^\d+ ?Contact submissions$/ })).toBeVisible()
  await expect(page.getByText('last passed could not be read')).toBeVisible()
  await page.unroute('**/api/admin/**')
  await page.clock.runFor(30_000)
  await expect(page.getByText('No list could be read')).toBeHidden()
  await expect(page.getByText('Could not be counted')).toHaveCount(0)
  await expect(page.getByText('Request failed')).toHaveCount(0)
})
