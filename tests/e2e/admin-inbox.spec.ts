import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn, signInAgain } from './people.ts'
import { settled } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const chip = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Filter the list' })
    .getByRole('button', { name: new RegExp(`^${name} `) })
const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`

/** The number on a chip. */
const numberOf = async (page: Page, name: string) => {
  await expect(chip(page, name)).toHaveText(/\d/)
  return Number(/\d+/.exec((await chip(page, name).textContent()) ?? '')?.[0])
}

test('an unopened record is bold and marked “New”', async ({ page, site }) => {
  const name = `Unread ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const link = page.getByRole('link', { name: `${name} 1` })
  await expect(row(page, `${name} 1`)).toContainText('New')
  await expect(link).toHaveCSS('font-weight', '600')
  const before = await numberOf(page, 'New')
  await expect(page.getByRole('tab', { name: `Contact ${before} new` })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Contact/)

  await link.click()
  await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
  await expect(chip(page, 'New')).toHaveText(`New ${before - 1}`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeHidden()
  await expect(row(page, `${name} 2`).getByText('New', { exact: true })).toBeVisible()
  await page.reload()
  await expect(row(page, `${name} 2`).getByText('New', { exact: true })).toBeVisible()
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeHidden()

  // a record can be marked as new again
  await link.click()
  await dialog(page).getByRole('button', { name: 'Mark unread' }).click()
  await expect(chip(page, 'New')).toHaveText(`New ${before}`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeVisible()
})

test('each chip filters the list, shows its number and is in the address', async ({
  page,
  site,
}) => {
  const name = `Narrowed ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).focus()
  const answered = await numberOf(page, 'Answered')
  await page.keyboard.press('e')
  await expect(row(page, `${name} 2`)).toContainText('Answered')
  await expect(chip(page, 'Answered')).toHaveText(`Answered ${answered + 1}`)
  await chip(page, 'Answered').click()
  await expect(page).toHaveURL(/status=answered/)
  await expect(row(page, `${name} 2`)).toBeVisible()
  await expect(row(page, `${name} 1`)).toBeHidden()
  await chip(page, 'Waiting').click()
  await expect(row(page, `${name} 1`)).toContainText(/Due in (23 h|1 d)/)
  await expect(row(page, `${name} 2`)).toBeHidden()
  await page.goBack()
  await expect(row(page, `${name} 2`)).toBeVisible()

  // the same key takes the answer back; the row leaves its view
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(page.getByText('No match')).toBeVisible()
})

test('a late reply is shown as overdue in the list and in the record', async ({ page, site }) => {
  const name = `Late ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  await page.clock.install({ time: Date.now() + 49 * 60 * 60_000 })
  await page.goto(list(name))
  await expect(row(page, name)).toContainText('Overdue by 1 d')
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('The reply was due by')
})

test('a note is saved on request only', async ({ page, site }) => {
  const name = `Noted ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Call back on Monday.')
  await expect(dialog(page).getByText('Not saved.')).toBeVisible()
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, name)).toContainText('Note')
  await page.reload()
  await page.getByRole('link', { name }).click()
  await expect(note).toHaveValue('Call back on Monday.')
})

test('after two simultaneous notes, both are shown and mine is kept', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const name = `Both ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Mine.')
  const headers = { origin: site.url }
  const path = `/api/admin/contact-submissions/${id}`
  const stored = async () =>
    ((await (await page.request.get(path)).json()) as { state: { note: string } }).state.note
  await page.request.patch(path, { headers, data: { note: 'Theirs.', version: 0 } })
  await page.request.patch(path, { headers, data: { answered: true } })
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Theirs.')
  await expect(note).toHaveValue('Mine.')
  await expect(dialog(page)).toContainText('Answered on')

  // the question on the way out shows both, and Enter replaces nothing
  await note.press('Escape')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await expect(question).toContainText('Theirs.')
  const buttons = question.getByRole('button')
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size, 'no button is alone in a line').toBe(1)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  expect(await stored()).toBe('Theirs.')

  await note.fill('Mine, and theirs.')
  await dialog(page).getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  expect(await stored()).toBe('Mine, and theirs.')

  await page.request.patch(path, { headers, data: { note: 'Last word.', version: 2 } })
  await note.fill('Never mind.')
  await note.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Take this one' }).click()
  await expect(note).toHaveValue('Last word.')
})

test('leaving an unsaved note asks first, and the note survives the session', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Asked ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await note.fill('Half a thought')
  await note.press('Escape')
  await expect(note).not.toBeFocused()
  for (const key of ['j', 'Escape', 'k']) {
    await page.keyboard.press(key)
    if (key === 'k') break
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(note).toHaveValue('Half a thought')
  }

  await context.clearCookies()
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Unauthorized')
  await signInAgain(page, site)
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(note).toHaveValue('Half a thought')

  await note.press('Escape')
  await page.keyboard.press('j')
  await question.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('heading', { name: `${name} 1` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(note).toHaveValue('Half a thought')
  await note.fill('Not this')
  await note.press('Escape')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(note).toHaveValue('Half a thought')
})

test('an admin can start a reply and copy the address', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [name, email] = [`Answered ${Date.now()}`, `answer-${Date.now()}@example.com`]
  const id = await sendMessage(site, { name, email, message: 'One & two?\nThree.' })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const href = await dialog(page).getByRole('link', { name: 'Reply by mail' }).getAttribute('href')
  const mail = new URL(href ?? '')
  expect(mail.pathname).toBe(email)
  expect(mail.searchParams.get('subject')).toBe(`Re: General Inquiry (${id.slice(14)})`)
  expect(mail.searchParams.get('body')).toContain('> One & two?\r\n> Three.')
  await dialog(page).getByRole('button', { name: 'Copy address' }).click()
  await expect(dialog(page).getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email)
})

test('a listed message can be marked as spam and released again', async ({ page, site }) => {
  const name = `Slipped ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const held = await numberOf(page, 'Held')
  // The click comes before the record is marked as seen.
  const pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'PATCH') await pressed.promise
    await route.continue()
  })
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('I would like to talk about engines.')
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await settled(page)
  pressed.resolve(undefined)
  await expect(row(page, name)).toBeHidden()
  // the count is correct at once
  await expect(chip(page, 'Held')).toHaveText(`Held ${held + 1}`)
  await page.goto('/admin?tab=contact&held=yes')
  await expect(row(page, name)).toContainText('marked as spam')
  await row(page, name).getByRole('button', { name: 'Release' }).click()
  await expect(row(page, name)).toBeHidden()
  await expect(chip(page, 'Held')).toHaveText(`Held ${held}`)
})

test('an export has exactly the shown view', async ({ page, site }) => {
  const name = `Exported ${Date.now()}`
  for (const one of ['early', 'late']) await sendMessage(site, { name: `${name} ${one}` })
  await openAdmin(page, site)
  await page.goto(list(`${name} early`))
  await expect(row(page, `${name} early`)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these as CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain(`${name} early`)
  expect(text).not.toContain(`${name} late`)
  expect(text).toContain('dueAt')
})
