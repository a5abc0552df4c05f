import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { holdAnswer, lookAgain, onlyLook } from './meanwhile.ts'
import { firstLook, markedRead, openAdmin } from './people.ts'
import { sendMessage } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const THEIRS = 'Somebody changed this note in the meantime'

test('a colleague’s note is shown with the next look, and what is typed stays', async ({
  page,
  site,
}) => {
  const name = `Meanwhile ${Date.now()}`
  const id = await sendMessage(site, { name })
  const path = `/api/admin/contact-submissions/${id}`
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const elsewhere = (note: string, version: number) =>
    page.request.patch(path, { headers: { origin: site.url }, data: { note, version } })
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()

  // Nothing is typed: the field has it.
  await elsewhere('Theirs.', 0)
  await page.clock.runFor(31_000)
  await expect(note).toHaveValue('Theirs.')
  await expect(dialog(page).getByText(THEIRS)).toBeHidden()

  await note.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.')
  await elsewhere('Theirs, changed.', 1)
  await page.clock.runFor(31_000)
  await expect(dialog(page).getByRole('alert')).toContainText('Theirs, changed.')
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('Theirs. Mine.')
  await page.keyboard.type(' More.')
  await expect(note).toHaveValue('Theirs. Mine. More.')
  await expect(dialog(page).getByRole('alert')).toContainText('Theirs, changed.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Not saved.', { exact: true })).toBeVisible()
  await page.clock.runFor(1_000)
  await dialog(page).getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  const stored = (await (await page.request.get(path)).json()) as { state: object }
  expect(stored.state).toMatchObject({ note: 'Theirs. Mine. More.', version: 3 })
})

test('a saved note that somebody replaces is not said to be saved', async ({ page, site }) => {
  const id = await sendMessage(site, { name: `Replaced ${Date.now()}` })
  const path = `/api/admin/contact-submissions/${id}`
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await markedRead(page)
  await onlyLook(page)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Mine.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  const headers = { origin: site.url }
  await page.request.patch(path, { headers, data: { note: 'Theirs.', version: 1 } })
  await lookAgain(page)
  await expect(note).toHaveValue('Theirs.')
  await expect(dialog(page).getByText('Changed elsewhere.', { exact: true })).toBeVisible()
  await note.fill('Both.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
})

test('a note that was deleted with its record is shown no more', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 40[49]/)
  const id = await sendMessage(site, { name: `Deleted ${Date.now()}` })
  const path = `/api/admin/contact-submissions/${id}`
  const headers = { origin: site.url }
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await onlyLook(page)
  await page.request.patch(path, { headers, data: { note: 'Theirs.', version: 0 } })
  await note.fill('Mine.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Theirs.')
  await page.request.delete(path, { headers })
  // The button rests for a moment, since it replaces a note.
  await page.clock.runFor(1_000)
  await dialog(page).getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog(page).getByText('no longer exists')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Copy the note' })).toBeVisible()
  await expect(note).toHaveValue('Mine.')
  await expect(dialog(page)).not.toContainText('Theirs.')
  await expect(dialog(page).getByRole('button', { name: 'Take this one' })).toHaveCount(0)
})

test('a note of one’s own whose answer was lost is nobody else’s', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 409/)
  const name = `Lost ${Date.now()}`
  const id = await sendMessage(site, { name })
  const path = `/api/admin/contact-submissions/${id}`
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  let isLosing = false
  const loseNextAnswer = () => (isLosing = true)
  await page.route(`**${path}`, async (route) => {
    if (!isLosing || route.request().method() !== 'PATCH') return route.continue()
    isLosing = false
    await route.fetch()
    return route.abort()
  })
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await note.fill('Once.')
  loseNextAnswer()
  await note.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save the note')

  // More is typed before it is saved again.
  await note.fill('Once. Twice.')
  loseNextAnswer()
  await note.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save the note')
  await note.fill('Once. Twice. Thrice.')
  await page.clock.runFor(31_000)
  await expect(dialog(page).getByText(THEIRS)).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  const stored = (await (await page.request.get(path)).json()) as { state: object }
  expect(stored.state).toMatchObject({ note: 'Once. Twice. Thrice.' })
})

test('a note whose save lost its answer may be saved, and a look shows it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const id = await sendMessage(site, { name: `Cut off ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await markedRead(page)
  await onlyLook(page)
  const url = `**/api/admin/contact-submissions/${id}`
  await page.route(url, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('textbox', { name: 'Note' }).fill('A thought')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Failed to save the note')).toBeVisible()
  await expect(page.getByText('It may be done all the same.')).toBeVisible()
  await lookAgain(page)
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to save the note')).toBeHidden()
})

test('what is typed while its record is being taken away stays, to be copied', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Taken away ${Date.now()}`
  await sendMessage(site, { name: `${name} older` })
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await markedRead(page)
  await firstLook(page)
  const holding = await holdAnswer(page, `**/api/admin/contact-submissions/${id}/hold`, 'POST')
  await page.keyboard.press('!')
  await holding.isDone
  await page.getByRole('textbox', { name: 'Note' }).fill('A thought')
  holding.answer()
  await expect(page.getByText(`Marked ${name} as spam`)).toBeVisible()
  await lookAgain(page)
  await expect(dialog(page)).toContainText('This contact submission was marked as spam.')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('A thought')
  await expect(page.getByRole('button', { name: 'Copy the note' })).toBeVisible()
})
