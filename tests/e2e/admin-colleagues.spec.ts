import type { StaffAnswer } from '#api/admin-contract.ts'
import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain, onlyLook } from './meanwhile.ts'
import { invite, joined } from './passkeys.ts'
import { allAnswered, firstLook, markedRead, openAdmin, row } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

/** What a colleague does meanwhile, and what the next look says of it. */

const HALF_MINUTE = 30_000
const names = (page: Page) => page.locator('tbody .open-record')

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

test('a record is shown as it was read, whatever its row still says', async ({ page, site }) => {
  const name = `Just now ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const path = `/api/admin/contact-submissions/${id}`
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toContainText('Due in')
  await onlyLook(page)
  await page.request.patch(path, { data: { seen: true, answered: true }, headers })
  await names(page).click()
  const record = page.getByRole('dialog', { name })
  await expect(record).toContainText('Answered on')
  await expect(record.locator('footer')).toContainText('Answered elsewhere')
  await expect(row(page, name)).toContainText('Answered')
  // a press that was meant to mark it takes nothing back
  await page.keyboard.press('e')
  await expect(record).toContainText('Already answered')
  await page.keyboard.press('Escape')
  await expect(row(page, name)).toContainText('Answered')

  // and the other way round
  await page.request.patch(path, { data: { answered: false }, headers })
  await names(page).click()
  await expect(record).toContainText('A reply is due by')
  await expect(record.getByRole('button', { name: 'Mark answered' })).toBeVisible()
  await expect(record.locator('footer')).toContainText('Taken back elsewhere')
  await expect(row(page, name)).toContainText('Due in')

  // what is taken back here was not elsewhere
  await page.keyboard.press('e')
  await expect(record).toContainText('Answered on')
  await page.keyboard.press('e')
  await expect(record).toContainText('A reply is due by')
  await lookAgain(page)
  await expect(record.locator('footer')).not.toContainText('elsewhere')
})

test('what somebody did with one record is not said of the next', async ({ page, site }) => {
  const name = `One of two ${Date.now()}`
  const [, id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const mark = (answered: boolean) =>
    page.request.patch(`/api/admin/contact-submissions/${id}`, { data: { answered }, headers })
  await mark(true)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await names(page).first().click()
  const footer = page.getByRole('dialog').locator('footer')
  await expect(page.getByRole('dialog')).toContainText('Answered on')
  await markedRead(page)
  await onlyLook(page)
  await mark(false)
  await lookAgain(page)
  await expect(footer).toContainText('Taken back elsewhere')
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: `${name} 1` })).toBeVisible()
  await markedRead(page)
  await expect(footer).not.toContainText('elsewhere')
})

test('from an open record, j passes over one that a colleague has deleted', async ({
  page,
  site,
}) => {
  const name = `Passed ${Date.now()}`
  await sendMessages(site, name, 3)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveCount(3)
  const [first, second, third] = await names(page).allTextContents()
  await names(page).first().click()
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(first ?? '')
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const pathOf = async (name = '') =>
    `/api/admin/contact-submissions/${await row(page, name).getAttribute('data-id')}`
  await page.request.delete(await pathOf(second), { headers })
  // The row of what was deleted stays as it is. The same look shows this answer.
  await page.request.patch(await pathOf(third), { data: { answered: true }, headers })
  await page.clock.runFor(HALF_MINUTE)
  await expect(row(page, third ?? '')).toContainText('Answered')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(third ?? '')
  await page.keyboard.press('k')
  await expect(heading).toHaveText(first ?? '')
})

test('a search that is read in part takes no row away', async ({ page, site }) => {
  const name = `Partly ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveCount(2)
  // The first look would take what follows for known.
  await firstLook(page)
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
  await allAnswered(page)
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
    await expect(dialog.getByRole('alert')).toHaveText(words)
    await expect(dialog).not.toContainText('talk about engines')
    // It has no place among the others any more.
    await expect(dialog.getByRole('status').first()).toHaveText('contact submission')
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
  await firstLook(page)
  await allAnswered(page)
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
  await allAnswered(page)
  await expect(head).toContainText('1 match')
  await expect(page.getByRole('button', { name: /more – show/ })).toBeHidden()
})

for (const how of ['a look', 'the mark that it was read'] as const) {
  test(`e takes back no answer of a colleague that came with ${how}`, async ({
    page,
    browser,
    site,
  }) => {
    const name = `Twice ${Date.now()}`
    await sendMessages(site, name, 1)
    await page.clock.install({ time: Date.now() })
    await openAdmin(page, site)
    await page.goto('/admin')
    const uma = await joined(browser, site, await invite(page, 'Uma'))
    await page.goto(`/admin?tab=contact&status=waiting&search=${encodeURIComponent(name)}`)
    const id = await row(page, name).getAttribute('data-id')
    const [asked, mayMark] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ]
    await page.route(`**/contact-submissions/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      asked.resolve(undefined)
      if (how !== 'a look') await mayMark.promise
      await route.continue()
    })
    await names(page).first().click()
    const dialog = page.getByRole('dialog')
    const unanswered = dialog.getByRole('button', { name: 'Mark unanswered' })
    await expect(dialog.getByRole('button', { name: 'Mark answered' })).toBeEnabled()
    await asked.promise
    if (how === 'a look') {
      await expect(dialog.getByRole('button', { name: 'Mark unread' })).toBeEnabled()
    }
    const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
    await uma.page.request.patch(`/api/admin/contact-submissions/${id}`, {
      data: { answered: true },
      headers,
    })
    mayMark.resolve(undefined)
    if (how === 'a look') await page.clock.runFor(HALF_MINUTE)
    await expect(dialog.getByText('Answered elsewhere')).toBeVisible()
    await page.keyboard.press('e')
    await expect(dialog.getByText('Already answered by Uma')).toBeVisible()
    // the button still does
    await unanswered.click()
    await expect(dialog.getByText(`Marked ${name} 1 as unanswered`)).toBeVisible()
    // other tests want a site without people
    const { me } = (await (await uma.page.request.get('/api/admin/staff')).json()) as StaffAnswer
    await uma.page.close()
    const gone = await page.request.delete(`/api/admin/staff/${me}`, { headers })
    expect(gone.status()).toBe(200)
  })
}
