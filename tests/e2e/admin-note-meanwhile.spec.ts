import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin } from './people.ts'
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
  const loseNextAnswer = () =>
    page.route(
      `**${path}`,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await note.fill('Once.')
  await loseNextAnswer()
  await note.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save the note')

  // More is typed before it is saved again.
  await note.fill('Once. Twice.')
  await loseNextAnswer()
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
