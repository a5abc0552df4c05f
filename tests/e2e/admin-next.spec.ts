import type { Page } from 'playwright/test'
import type { ListPage } from '#api/admin-contract.ts'
import { eir } from '#forms/eir.ts'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, listed, markedRead, openAdmin, signIn } from './people.ts'
import { dressed } from './settled.ts'

const dialog = (page: Page) => page.getByRole('dialog')
/** Older than anything that another test of this site has sent. */
const LONG_AGO = 24 * 365

test('the overview begins with who is due next, by name, and e answers there', async ({
  page,
  site,
}) => {
  const name = `Next ${Date.now()}`
  const ages = Array.from({ length: 12 }, (_, i) => LONG_AGO + i)
  await cameEarlier(
    site,
    ages.map((hoursAgo) => ({ name: `${name} ${hoursAgo}`, hoursAgo })),
  )
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next).toHaveCount(10)
  const oldest = `${name} ${LONG_AGO + 11}`
  await expect(next.first()).toContainText(oldest)
  await expect(next.first()).toContainText(/^Overdue by .*Contact.*I am still waiting\./)

  const agenda = page.locator('.agenda')
  await expect(agenda).toContainText('Overdue')
  await dressed(page)
  const top = (await agenda.boundingBox())?.y
  await page.keyboard.press('j')
  await expect(next.first()).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${oldest} as answered`)).toBeVisible()
  await expect(next.first()).toContainText(`${name} ${LONG_AGO + 10}`)
  await expect(next.first()).toBeFocused()
  await expect.poll(async () => (await agenda.boundingBox())?.y).toBe(top)
  await page.keyboard.press('j')
  await page.keyboard.press('z')
  await expect(next.first()).toContainText(oldest)
  await expect(next.first()).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(oldest)
  await expect(page).toHaveTitle(new RegExp(`${oldest} \\| Contact \\| Admin`))
  await expect(dialog(page)).toContainText(', 1 of ')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(next.first()).toBeFocused()
})

test('from the overview, next and previous lead through all forms, and back to the line', async ({
  page,
  site,
}) => {
  const name = `Walked ${Date.now()}`
  // Older than what the test above has sent, although an EIR submission has more days.
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: LONG_AGO + 500, form: eir },
    ...[3, 2, 1].map((n) => ({
      name: `${name} ${n}`,
      hoursAgo: LONG_AGO + 100 + n,
      message: 'A long letter. '.repeat(600),
    })),
  ])
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next.first()).toContainText(`${name} EIR`)
  // A screen reader, and paper, get the first words of a long letter, not all of it.
  await expect(next.nth(1)).toContainText(`${name} 3`)
  expect((await next.nth(1).textContent())?.length).toBeLessThan(250)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} EIR`)
  await expect(dialog(page)).toContainText(/EIR submission, 1 of \d+ due next/)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await expect(dialog(page)).toContainText(/contact submission, 2 of \d+ due next/)
  // A reload keeps the walk.
  await page.reload()
  await expect(dialog(page)).toContainText(/contact submission, 2 of \d+ due next/)
  await page.keyboard.press('k')
  await expect(heading).toHaveText(`${name} EIR`)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 2`)

  // What leaves its list leaves the walk.
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(heading).toHaveText(`${name} 1`)
  await expect(dialog(page)).toContainText('3 of ')
  // Undo gives it its place on the walk again.
  await page.keyboard.press('z')
  await expect(heading).toHaveText(`${name} 2`)
  await expect(dialog(page)).toContainText(/3 of \d+ due next/)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(heading).toHaveText(`${name} 1`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(next.filter({ hasText: `${name} 1` })).toBeFocused()
  await expect(next.filter({ hasText: `${name} 2` })).toHaveCount(0)
})

test('on the walk, what was done can be taken back in another form and on the overview', async ({
  page,
  site,
}) => {
  const name = `Kept ${Date.now()}`
  // Older than what the tests above have sent.
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: LONG_AGO + 2_000, form: eir },
    { name: `${name} one`, hoursAgo: LONG_AGO + 1_600 },
    { name: `${name} two`, hoursAgo: LONG_AGO + 1_500 },
  ])
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  const shown = dialog(page).getByRole('heading', { level: 2 })
  await expect(next.first()).toContainText(`${name} EIR`)
  await next.first().click()
  await expect(dialog(page)).toContainText('was due by')
  await page.keyboard.press('e')
  await expect(dialog(page).getByText(`Marked ${name} EIR as answered`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(shown).toHaveText(`${name} one`)
  await expect(dialog(page).getByText(`Marked ${name} EIR as answered`)).toBeVisible()
  await page.keyboard.press('z')
  await expect(shown).toHaveText(`${name} EIR`)
  await expect(dialog(page)).toContainText('was due by')

  // the focus is on the first line that is left
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('j')
  await expect(shown).toHaveText(`${name} one`)
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('Escape')
  await expect(next.first()).toContainText(`${name} two`)
  await expect(next.first()).toBeFocused()
  for (const which of ['one', 'EIR']) {
    await page.keyboard.press('z')
    await expect(next.first()).toContainText(`${name} ${which}`)
    await expect(next.first()).toBeFocused()
    await expect(next.first()).toContainText('Overdue')
  }
  await expect(dialog(page)).toBeHidden()
})

test('on the overview the other keys of a list act on a line too', async ({ page, site }) => {
  const name = `Keyed ${Date.now()}`
  await cameEarlier(site, [
    { name: `${name} one`, hoursAgo: LONG_AGO + 4_001, isSeen: true },
    { name: `${name} two`, hoursAgo: LONG_AGO + 4_000 },
  ])
  await signIn(page, site)
  const line = (which: string) => page.getByRole('link', { name: `${name} ${which}` })
  await expect(line('two')).toContainText('New')
  await expect(line('one')).not.toContainText('New')
  await line('one').focus()
  await page.keyboard.press('u')
  await expect(line('one')).toContainText('New')
  await expect(page.getByText(`Marked ${name} one as unread`)).toBeVisible()
  await page.keyboard.press('#')
  await expect(dialog(page)).toContainText(`${name} one`)
  await page.getByRole('button', { name: 'Keep it' }).click()
  // It takes no Undo away.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(line('one')).toBeFocused()
  await page.keyboard.press('!')
  await expect(page.getByText(`Marked ${name} one as spam`)).toBeVisible()
  await expect(line('one')).toHaveCount(0)
  await expect(line('two')).toBeFocused()
  await page.keyboard.press('z')
  await expect(line('one')).toBeFocused()
  await page.keyboard.press('#')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`Deleted ${name} one`)).toBeVisible()
  await expect(line('one')).toHaveCount(0)
  await expect(line('two')).toBeFocused()
})

test('a question on the overview goes with it', async ({ page, site }) => {
  const name = `Asked ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: LONG_AGO + 4_500 }])
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await firstLook(page)
  await page.getByRole('tab', { name: 'Overview' }).click()
  const line = page.locator('.next-due').getByRole('link', { name })
  await line.focus()
  await page.keyboard.press('#')
  await expect(dialog(page)).toContainText(name)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Contact', selected: true })).toBeVisible()
  await firstLook(page)
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(line).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await line.focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} as answered`)).toBeVisible()
})

test('Logout beside an open record logs out', async ({ page, site }) => {
  const name = `Beside ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: LONG_AGO + 4_600 }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, site)
  const line = page.locator('.next-due').getByRole('link', { name })
  await line.focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} as answered`)).toBeVisible()
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await markedRead(page)
  const button = await page.getByRole('button', { name: 'Logout' }).boundingBox()
  await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('on the overview a second answer waits for the first, and a failure says whose it is', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Queued ${Date.now()}`
  // Older than what the tests above have sent.
  await cameEarlier(site, [
    { name: `${name} one`, hoursAgo: LONG_AGO + 3_002 },
    { name: `${name} two`, hoursAgo: LONG_AGO + 3_001 },
    { name: `${name} three`, hoursAgo: LONG_AGO + 3_000 },
  ])
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  const line = (which: string) => next.filter({ hasText: `${name} ${which}` })
  const hasPressed = Promise.withResolvers<undefined>()
  await page.route(
    '**/api/admin/contact-submissions/*',
    async (route) => {
      await hasPressed.promise
      await route.fulfill({ status: 500, json: {} })
    },
    { times: 1 },
  )
  await line('one').focus()
  await page.keyboard.press('e')
  await expect(line('two')).toBeFocused()
  // A second press that is meant is later than a slip.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)))
  await page.keyboard.press('e')
  hasPressed.resolve(undefined)
  await expect(page.getByText(`Marked ${name} two as answered`)).toBeVisible()
  const failed = page.getByText(`Failed to mark contact submission as answered: ${name} one`)
  await expect(failed).toBeVisible()
  await expect(line('two')).toHaveCount(0)
  await expect(line('three')).toBeFocused()

  // what is tried again is the one that failed
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Marked ${name} one as answered`)).toBeVisible()
  await expect(failed).toBeHidden()
  await expect(line('one')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(line('one')).toBeFocused()
  await page.keyboard.press('z')
  await expect(line('two')).toBeFocused()
  await expect(page).toHaveURL(/\/admin$/)
})

test('lines that are read again leave the focus where a key has moved it meanwhile', async ({
  page,
  site,
}) => {
  const name = `Moved ${Date.now()}`
  await cameEarlier(
    site,
    // Older than what any other test leaves, or they are not among the ten.
    [1, 2, 3].map((n) => ({ name: `${name} ${n}`, hoursAgo: 24 * 4_000 + n, isSeen: true })),
  )
  await signIn(page, site)
  const line = (n: number) => page.locator('.next-due a', { hasText: `${name} ${n}` })
  await line(3).focus()
  const mayAnswer = Promise.withResolvers<undefined>()
  let reads = 0
  await page.route('**/api/admin/contact-submissions?*status=waiting*', async (route) => {
    reads++
    await mayAnswer.promise
    await route.continue()
  })
  await page.keyboard.press('u')
  await expect(page.getByText(`Marked ${name} 3 as unread`)).toBeVisible()
  await expect.poll(() => reads).toBeGreaterThan(0)
  await page.keyboard.press('j')
  await expect(line(2)).toBeFocused()
  const answered = page.waitForResponse('**/contact-submissions?*status=waiting*')
  mayAnswer.resolve(undefined)
  await (await answered).finished()
  // The lines are shown with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.keyboard.press('j')
  await expect(line(1)).toBeFocused()
  // Other tests look for theirs first.
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const ids = await Promise.all([1, 2, 3].map((n) => line(n).getAttribute('data-id')))
  for (const id of ids) {
    const path = `/api/admin/contact-submissions/${id}`
    const changed = await page.request.patch(path, { data: { answered: true }, headers })
    expect(changed.status()).toBe(200)
  }
})

test('the way through what is due next goes on after the ten that are shown', async ({
  page,
  site,
}) => {
  const name = `Way ${Date.now()}`
  await cameEarlier(
    site,
    Array.from({ length: 13 }, (_, n) => ({
      name: `${name} ${n}`,
      hoursAgo: LONG_AGO + 5_000 - n,
    })),
  )
  // A busy server reads the list in parts; a part lacks some that are due earlier.
  let parts = 2
  await page.route('**/contact-submissions?*limit=50*', async (route) => {
    if (parts-- <= 0) return route.continue()
    const answer = (await (await route.fetch()).json()) as ListPage
    const items = answer.items.filter((one) => one['name'] !== `${name} 10`)
    await route.fulfill({ json: { ...answer, items, indexed: { done: 50, of: 51 } } })
  })
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next).toHaveCount(10)
  await next.nth(9).click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 9`)
  await expect(dialog(page)).toContainText(/10 of \d\d due next/)
  await expect(dialog(page)).not.toContainText('10 of 10')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 10`)
})

test('what left the way meanwhile is not on it again once the way goes on', async ({
  page,
  site,
}) => {
  const name = `Off ${Date.now()}`
  const messages = Array.from({ length: 11 }, (_, n) => ({
    name: `${name} ${n}`,
    hoursAgo: 24 * 3_000 - n,
  }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  const [read, mayAnswer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route('**/contact-submissions?*limit=50*', async (route) => {
    if (!route.request().url().includes('status=waiting')) return route.continue()
    const response = await route.fetch()
    read.resolve(undefined)
    await mayAnswer.promise
    await route.fulfill({ response })
  })
  await page.goto('/admin')
  await page.locator('.next-due a', { hasText: `${name} 9` }).click()
  await read.promise
  await markedRead(page)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 8`)
  await markedRead(page)
  mayAnswer.resolve(undefined)
  await expect(dialog(page)).toContainText(/ 9 of \d\d due next/)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 10`)
  await page.close()
  // Other tests look for theirs first.
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  for (const state of ['', '&state=held']) {
    const path = `contact-submissions?search=${encodeURIComponent(name)}${state}`
    for (const { id } of (await listed(page, path)).items) {
      const one = `/api/admin/contact-submissions/${id}?${state.slice(1)}`
      expect((await page.request.delete(one, { headers })).status()).toBe(200)
    }
  }
})

test('the overview shows its last lines at once, but for what was acted on since', async ({
  page,
  site,
}) => {
  const name = `Again ${Date.now()}`
  // Older than what the tests above have sent.
  const hoursAgo = LONG_AGO + 6_000
  await cameEarlier(site, [
    { name: `${name} alder`, hoursAgo: hoursAgo + 1, isSeen: true },
    { name: `${name} beech`, hoursAgo, isSeen: true },
  ])
  await signIn(page, site)
  const line = (which: string) => page.locator('.next-due a', { hasText: `${name} ${which}` })
  await expect(line('beech')).toBeVisible()
  await dressed(page)
  const { y } = (await line('beech').boundingBox()) ?? {}
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(`${name} alder`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} alder as answered`)).toBeVisible()

  const { promise: later, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/*-submissions?*status=waiting*', async (route) => {
    await later
    await route.continue()
  })
  await page.keyboard.press('1')
  await expect(line('beech')).toBeVisible()
  await expect(page.getByText('Loading what is due next…')).toHaveCount(0)
  await expect(line('alder')).toBeHidden()
  await expect.poll(async () => (await line('beech').boundingBox())?.y).toBe(y)
  answer(undefined)
  await expect(line('alder')).toHaveCount(0)
  await expect(line('beech')).toBeVisible()
})

test('a list that is read in part does not count as whole, and is read on', async ({
  page,
  site,
}) => {
  const name = `Partly ${Date.now()}`
  // Older than what the tests above have sent.
  await cameEarlier(site, [{ name, hoursAgo: LONG_AGO + 5_000 }])
  let reads = 0
  const seen = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*status=waiting*', async (route) => {
    const isPart = ++reads < 3
    if (!isPart) await seen.promise
    const answer = (await (await route.fetch()).json()) as object
    const part = { items: [], total: 0, next: null, indexed: { done: 50, of: 133 } }
    await route.fulfill({ json: { ...answer, ...(isPart && part) } })
  })
  await signIn(page, site)
  const missing = page.getByText('Not all lists could be read: a reply may be missing here.')
  await expect(missing).toBeVisible()
  seen.resolve(undefined)
  await expect(page.locator('.next-due').getByText(name)).toBeVisible()
  await expect(missing).toBeHidden()
  expect(reads).toBe(3)
})

test('beside a record of the overview stand the lines that are due next', async ({
  page,
  site,
}) => {
  const name = `Beside ${Date.now()}`
  // Older than what the tests above have sent.
  await cameEarlier(site, [
    { name: `${name} EIR`, hoursAgo: LONG_AGO + 8_000, form: eir },
    ...[3, 2, 1].map((n) => ({ name: `${name} ${n}`, hoursAgo: LONG_AGO + 7_000 + n })),
  ])
  await signIn(page, site)
  const next = page.locator('.next-due a')
  const line = (which: string | number) => next.filter({ hasText: `${name} ${which}` })
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await line('EIR').click()
  await expect(heading).toHaveText(`${name} EIR`)
  await expect(line('EIR')).toHaveAttribute('aria-current', 'true')
  const { x: edge = 0 } = (await dialog(page).boundingBox()) ?? {}
  await expect
    .poll(async () => {
      const { x = 0, width = Infinity } = (await line('EIR').boundingBox()) ?? {}
      return x + width
    })
    .toBeLessThan(edge)
  await expect(page.locator('.table-frame')).toBeHidden()
  await expect(page.locator('.agenda table')).toBeHidden()
  await markedRead(page)
  await expect(line('EIR')).not.toContainText('New')

  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await expect(line(3)).toHaveAttribute('aria-current', 'true')
  await markedRead(page)
  // a press on a line opens its record, and one step back is the overview
  const { x = 0, y = 0 } = (await line(1).boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + 10)
  await expect(heading).toHaveText(`${name} 1`)
  await expect(dialog(page)).toContainText(/, 4 of \d+ due next/)
  await page.keyboard.press('k')
  await expect(heading).toHaveText(`${name} 2`)
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(line(2)).toHaveCount(0)
  await expect(heading).toHaveText(`${name} 1`)
  await expect(page.getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(line(1)).toBeFocused()
  await expect(page.locator('.agenda table')).toBeVisible()
})

test('however a record of the overview is left, its line has the focus', async ({ page, site }) => {
  const name = `Left ${Date.now()}`
  // Older than what the tests above have sent.
  await cameEarlier(
    site,
    [3, 2, 1].map((n) => ({ name: `${name} ${n}`, hoursAgo: LONG_AGO + 9_000 + n })),
  )
  await signIn(page, site)
  const line = (n: number) => page.locator('.next-due a', { hasText: `${name} ${n}` })
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await line(3).click()
  await expect(heading).toHaveText(`${name} 3`)
  await markedRead(page)
  // The overview stays, and is not drawn anew.
  await page.locator('.next-due').evaluate((list) => list.setAttribute('data-same', ''))
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 2`)
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(line(2)).toBeFocused()
  await page.goForward()
  await expect(heading).toHaveText(`${name} 2`)
  await page.goBack()
  await expect(line(2)).toBeFocused()
  await expect(page.locator('.next-due')).toHaveAttribute('data-same', '')

  // of one that has left meanwhile, the line that is now in its place
  const mayAnswer = Promise.withResolvers<undefined>()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(`${name} 2`)
  await page.route('**/api/admin/*-submissions?*limit=10*', async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByText(`Marked ${name} 2 as answered`)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  mayAnswer.resolve(undefined)
  await expect(line(2)).toHaveCount(0)
  await expect(line(1)).toBeFocused()

  await page.reload()
  await expect(line(3)).toBeVisible()
  await line(3).click()
  await expect(heading).toHaveText(`${name} 3`)
  await page.reload()
  await expect(heading).toHaveText(`${name} 3`)
  await expect(line(3)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(line(3)).toBeFocused()
})

test('a record whose code does not come says so on the overview, and no key acts', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  const name = `Codeless ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: LONG_AGO + 10_000 }])
  await page.route('**/FormTab.*.js', (route) => route.abort())
  await signIn(page, site)
  const line = page.locator('.next-due a', { hasText: name })
  await line.click()
  await expect(page.getByText('This part could not load.')).toBeVisible()
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes++
  })
  await page.keyboard.press('e')
  await page.unroute('**/FormTab.*.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(dialog(page)).toContainText('The reply was due by')
  await markedRead(page)
  expect(changes).toBe(1)
})
