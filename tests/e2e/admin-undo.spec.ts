import type { Page } from 'playwright/test'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain, noMoreLooks, onlyLook } from './meanwhile.ts'
import { listed, openAdmin, row } from './people.ts'
import { settled } from './settled.ts'
import { sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const shown = (page: Page) => dialog(page).getByRole('heading', { level: 2 })
const list = (name: string, query = '') =>
  `/admin?tab=contact${query}&search=${encodeURIComponent(name)}`

test('what was done is said and can be taken back, in the list and in a record', async ({
  page,
  site,
  allowConsole,
}) => {
  // A look at the open record may meet it on its way to the held ones.
  allowConsole(/status of 404/)
  const name = `Undone ${Date.now()}`
  await sendMessages(site, name, 3)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(list(name))

  // in the list, by its key: the row that came back has the focus
  await page.getByRole('link', { name: `${name} 3` }).focus()
  await page.keyboard.press('!')
  await expect(page.getByText(`Marked ${name} 3 as spam`)).toBeVisible()
  await expect(row(page, `${name} 3`)).toBeHidden()
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: `${name} 3` })).toBeFocused()

  // in a record: spam opens the next one, whose buttons rest; Undo leads back
  await page.getByRole('link', { name: `${name} 3` }).click()
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(shown(page)).toHaveText(`${name} 2`)
  await expect(dialog(page).getByText(`Marked ${name} 3 as spam`)).toBeVisible()
  await undo(page).click()
  await expect(shown(page)).toHaveText(`${name} 3`)
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await expect(dialog(page).getByRole('button', { name: 'Mark unanswered' })).not.toHaveClass(
    /solid/,
  )
  await page.keyboard.press('z')
  await expect(dialog(page)).toContainText('A reply is due by')
  await dialog(page).getByRole('button', { name: 'Mark unread' }).click()
  await expect(dialog(page).getByText(`Marked ${name} 3 as unread`)).toBeVisible()
  await undo(page).click()
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 3`).locator('.new-mark')).toBeHidden()
  // spam and its Undo leave a record that was read as it is, and one that was not new
  await page.keyboard.press('!')
  await expect(row(page, `${name} 3`)).toBeHidden()
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: `${name} 3` })).toBeFocused()
  await expect(row(page, `${name} 3`).locator('.new-mark')).toBeHidden()
  await expect(row(page, `${name} 1`).locator('.new-mark')).toBeVisible()
  await page.keyboard.press('u')
  await expect(row(page, `${name} 3`).locator('.new-mark')).toBeVisible()

  // with rows selected the keys act on all of them
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('e')
  await expect(page.getByText('Marked 3 contact submissions as answered')).toBeVisible()
  // it waits for who is about to press it
  await undo(page).focus()
  await page.clock.runFor(20_000)
  await undo(page).blur()
  await page.clock.runFor(9_000)
  await expect(undo(page)).toBeHidden()
  await page.keyboard.press('#')
  await expect(dialog(page)).toContainText('Delete these 3 contact submissions?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 selected')).toBeHidden()
})

test('an action and its Undo change only what was not so before', async ({ page, site }) => {
  const name = `Apart ${Date.now()}`
  const ids = await sendMessages(site, name, 4)
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  for (const id of ids.slice(1, 3)) {
    const data = { seen: true, answered: true }
    await page.request.patch(`/api/admin/contact-submissions/${id}`, { data, headers })
  }
  const states = async () => {
    const { items } = await listed(page, 'contact-submissions?limit=4')
    return items.map(({ state }) => state)
  }
  const before = await states()
  await page.goto(list(name))
  const chips = page.getByRole('group', { name: 'Filter the list' })
  await expect(chips).not.toContainText('–')
  const counts = await chips.innerText()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  for (const [key, said] of [
    ['e', `Marked 2 contact submissions as answered`],
    ['u', `Marked 2 contact submissions as unread`],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByText(said)).toBeVisible()
    await expect(chips).not.toHaveText(counts, { useInnerText: true })
    await page.keyboard.press('z')
    await expect(undo(page)).toBeHidden()
    await expect(chips).toHaveText(counts, { useInnerText: true })
    expect(await states()).toEqual(before)
  }
  await page.getByRole('button', { name: 'Mark read' }).click()
  await expect(page.getByText('Marked 2 contact submissions as read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark read' })).toBeDisabled()

  // an answer that is taken back by mistake keeps its date
  await page.getByRole('link', { name: `${name} 2` }).click()
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('A reply is due by')
  await page.keyboard.press('z')
  await expect(dialog(page)).toContainText('Answered on')
  expect((await states())[2]).toEqual(before[2])
})

test('a record that Undo brings back at once counts as read', async ({ page, site }) => {
  const name = `Back ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(row(page, `${name} 2`).locator('.new-mark')).toBeHidden()
  let readNext = () => {}
  const isRead = new Promise<void>((resolve) => (readNext = resolve))
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'GET') await isRead
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(shown(page)).toHaveText(`${name} 1`)
  const seen = page.waitForRequest((request) => request.method() === 'PATCH')
  await undo(page).click()
  await expect(shown(page)).toHaveText(`${name} 2`)
  readNext()
  await seen
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
})

test('what is said about a row does not cover it', async ({ page, site }) => {
  const name = `Covered ${Date.now()}`
  await sendMessages(site, name, 14)
  await page.setViewportSize({ width: 1440, height: 600 })
  await openAdmin(page, site)
  await page.goto(list(name, '&limit=100'))
  const isCovered = async (record: string) =>
    page.getByRole('link', { name: record, exact: true }).evaluate((link) => {
      const one = link.closest('tr') ?? link
      const { left, bottom } = one.getBoundingClientRect()
      return !one.contains(document.elementFromPoint(left + 200, bottom - 4))
    })
  const links = page.locator('tbody .open-record')
  await expect(links).toHaveCount(14)
  for (const [at, link] of (await links.all()).entries()) {
    await link.focus()
    const record = `${name} ${14 - at}`
    await page.keyboard.press('e')
    await expect(page.getByText(`Marked ${record} as answered`)).toBeVisible()
    // Whether the foot sticks is known with the next frame.
    await expect.poll(() => isCovered(record), record).toBe(false)
  }
})

test('what a colleague answered meanwhile is neither claimed nor taken back', async ({
  page,
  site,
}) => {
  const name = `Shared ${Date.now()}`
  const ids = await sendMessages(site, name, 3)
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const answerElsewhere = (id = '') =>
    page.request.patch(`/api/admin/contact-submissions/${id}`, {
      data: { answered: true },
      headers,
    })
  const answers = async () => {
    const { items } = await listed(page, 'contact-submissions?limit=3')
    return items.map(({ state }) => Boolean((state as { answeredAt: string | null }).answeredAt))
  }
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 3` }).focus()
  // No look comes from now on: it would see what comes now.
  await onlyLook(page)
  await answerElsewhere(ids[2])
  await page.keyboard.press('e')
  await expect(page.getByText(`Already answered: ${name} 3`)).toBeVisible()
  await expect(undo(page)).toBeHidden()
  await page.keyboard.press('z')

  // of several, Undo takes back the others
  await answerElsewhere(ids[1])
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('e')
  await expect(
    page.getByText(`Marked ${name} 1 as answered. Already answered: ${name} 2`),
  ).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back')).toBeVisible()
  expect(await answers()).toEqual([true, true, false])

  // nor on the overview
  await cameEarlier(site, [{ name: `${name} once`, hoursAgo: longAgo() }])
  await page.goto('/admin')
  const oldest = page.locator('.next-due a', { hasText: `${name} once` })
  await oldest.focus()
  await expect(page.locator('.headline')).toHaveText(/\w/)
  await noMoreLooks(page)
  await answerElsewhere((await oldest.getAttribute('data-id')) ?? '')
  await page.keyboard.press('e')
  await expect(page.getByText(`Already answered: ${name} once`)).toBeVisible()
  await expect(oldest).toBeHidden()
  await expect(undo(page)).toBeHidden()
})

test('a record that Undo brings back has its place, also in a view it has left', async ({
  page,
  site,
}) => {
  const name = `Placed ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name, '&status=new'))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(dialog(page)).toContainText('2 of 3')
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await page.keyboard.press('!')
  await expect(shown(page)).toHaveText(`${name} 1`)
  await page.keyboard.press('z')
  await expect(shown(page)).toHaveText(`${name} 2`)
  await expect(dialog(page)).toContainText('2 of 3')
  await page.keyboard.press('j')
  await expect(shown(page)).toHaveText(`${name} 1`)
  await page.keyboard.press('Escape')
  // it was read, and so it is new no more
  await expect(row(page, `${name} 2`)).toBeHidden()
})

test('a row that Undo brings back stays, whatever a look has found during the act', async ({
  page,
  site,
}) => {
  const name = `Looked ${Date.now()}`
  const [, id = ''] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const chips = page.getByRole('group', { name: 'Filter the list' })
  await onlyLook(page)
  const before = await chips.innerText()
  const [held, mayAnswer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route(`**/contact-submissions/${id}/hold`, async (route) => {
    const response = await route.fetch()
    held.resolve(undefined)
    await mayAnswer.promise
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('!')
  await held.promise
  const read = page.waitForResponse('**/api/admin/contact-submissions?*')
  await lookAgain(page)
  await (await read).finished()
  await settled(page)
  mayAnswer.resolve(undefined)
  await expect(page.getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  await expect(chips).not.toHaveText(before, { useInnerText: true })
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(chips).toHaveText(before, { useInnerText: true })
  await settled(page)
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
  // on the way through the records, too
  await page.getByRole('link', { name: `${name} 1` }).click()
  await page.keyboard.press('k')
  await expect(shown(page)).toHaveText(`${name} 2`)
})

test('Undo opens no record that was closed since', async ({ page, site }) => {
  const name = `Closed ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await openAdmin(page, site)
  const link = page.getByRole('link', { name })
  for (const from of [list(name, '&status=overdue'), '/admin']) {
    await page.goto(from)
    await link.click()
    await expect(dialog(page)).toContainText('was due by')
    await page.keyboard.press('e')
    await expect(dialog(page)).toContainText('Answered on')
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await page.keyboard.press('z')
    await expect(link).toBeFocused()
    await expect(dialog(page)).toBeHidden()
    await expect(page).not.toHaveURL(/record=/)
  }
  await page.keyboard.press('e')
  await expect(link).toBeHidden()
})

test('two Undos from another tab bring both rows back, and no words twice', async ({
  page,
  site,
}) => {
  const name = `Both ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name, '&status=waiting'))
  const names = page.locator('tbody .open-record')
  await expect(names).toHaveText([`${name} 1`, `${name} 2`, `${name} 3`])
  await names.first().focus()
  await page.keyboard.press('e')
  await expect(names).toHaveText([`${name} 2`, `${name} 3`])
  await names.last().focus()
  await page.keyboard.press('!')
  await expect(names).toHaveText([`${name} 2`])
  await page.keyboard.press('4')
  await expect(page.getByRole('tab', { name: 'EIR', selected: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(
    page.getByText(`Taken back: ${name} 3. Before it: Marked ${name} 1 as answered`),
  ).toBeVisible()
  await page.keyboard.press('z')
  await expect(names).toHaveText([`${name} 1`, `${name} 2`, `${name} 3`])
  await expect(page.getByText(`Taken back: ${name} 1`, { exact: true })).toBeVisible()
})
