import type { Page } from 'playwright/test'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, signIn } from './people.ts'
import { dressed } from './settled.ts'

/** The replies that are due next, by name, on the overview. */

const dialog = (page: Page) => page.getByRole('dialog')

test('the overview begins with who is due next, by name, and e answers there', async ({
  page,
  site,
}) => {
  const name = `Next ${Date.now()}`
  const since = longAgo()
  await cameEarlier(
    site,
    Array.from({ length: 12 }, (_, n) => ({ name: `${name} ${n}.`, hoursAgo: since - n })),
  )
  await signIn(page, site)
  const next = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await expect(next).toHaveCount(10)
  const oldest = `${name} 0.`
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
  await expect(next.first()).toContainText(`${name} 1.`)
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

test('on the overview the other keys of a list act on a line too', async ({ page, site }) => {
  const name = `Keyed ${Date.now()}`
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} one`, hoursAgo: since + 1, isSeen: true },
    { name: `${name} two`, hoursAgo: since },
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
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
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

test('on the overview a second answer waits for the first, and a failure says whose it is', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Queued ${Date.now()}`
  const since = longAgo()
  await cameEarlier(site, [
    { name: `${name} one`, hoursAgo: since + 2 },
    { name: `${name} two`, hoursAgo: since + 1 },
    { name: `${name} three`, hoursAgo: since },
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
  const since = longAgo()
  await cameEarlier(
    site,
    [1, 2, 3].map((n) => ({ name: `${name} ${n}`, hoursAgo: since + n, isSeen: true })),
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

test('the overview shows its last lines at once, but for what was acted on since', async ({
  page,
  site,
}) => {
  const name = `Again ${Date.now()}`
  const hoursAgo = longAgo()
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
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
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
