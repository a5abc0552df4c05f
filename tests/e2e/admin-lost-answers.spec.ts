import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { linesRead, markedRead, openAdmin, pressInFoot, row } from './people.ts'
import { sendMessage } from './submissions.ts'

/** The request is carried out, once the server is not too busy, and a gateway answers for it. */
const loseAnswer = (page: Page, path: string) =>
  page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    while ((await route.fetch()).status() === 503);
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
  })

test('an erasure whose answer is lost is not said to have failed', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 502/)
  const email = `lost-${Date.now()}@example.com`
  const id = await sendMessage(site, { name: 'Lost', email })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}&person=yes`)
  await markedRead(page)
  await linesRead(page)
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await loseAnswer(page, '**/people/erase')
  await page.getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(page.getByText('Nothing from this person is stored any more.')).toBeVisible()
  await expect(page.getByText('Nothing was erased')).toHaveCount(0)
})

test('an invitation whose answer is lost shows in the list', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 502/)
  await openAdmin(page, site)
  await page.goto('/admin')
  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill('Lost Asha')
  await page.getByLabel('Email').fill('lost-asha@studio.test')
  await loseAnswer(page, '**/api/admin/staff')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'It is unclear whether anybody was invited',
  )
  await expect(page.getByText('The invitation is open until')).toBeVisible()
  // Other tests of this site begin without anybody.
  await page.getByRole('button', { name: 'Remove Lost Asha' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Remove Lost Asha' }).click()
  await expect(question).toHaveCount(0)
})

test('what is not the file is not saved as the file', async ({ page, site }) => {
  await sendMessage(site, { name: 'Filed' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await page.route('**/api/admin/contact-submissions.csv**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Captive portal</h1>' }),
  )
  let downloads = 0
  page.on('download', () => downloads++)
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page.getByRole('alert')).toContainText('The export failed, and no file was saved.')
  expect(downloads).toBe(0)
})

test('an act counts only if the API itself has answered', async ({ page, site }) => {
  const name = `Unproved ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('Half a thought')
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ json: { hello: 1 } }),
  )
  await note.press('Control+Enter')
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expect(dialog.getByText('Saved.', { exact: true })).toHaveCount(0)
  await expect(note).toHaveValue('Half a thought')
  await page.unroute('**/api/admin/contact-submissions/*')
  await note.press('Control+Enter')
  await expect(dialog.getByText('Saved.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.fulfill({ json: { hello: 1 } }),
  )
  await row(page, name).getByRole('link').first().focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('alert')).toContainText('Failed to mark')
  await expect(row(page, name)).not.toContainText('Answered')
})

test('a page of a proxy ends no session, and removes nobody', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 502/)
  await openAdmin(page, site)
  await page.goto('/admin')
  const portal = { contentType: 'text/html', body: '<h1>Captive portal</h1>' }
  await page.route('**/api/admin/logout', (route) => route.fulfill(portal))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('alert')).toHaveText('Logout failed. You may still be signed in.')
  await expect(page).toHaveURL(/\/admin$/)

  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill('Lost Ben')
  await page.getByLabel('Email').fill('lost-ben@studio.test')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('The invitation is open until')).toBeVisible()
  await loseAnswer(page, '**/api/admin/staff/*')
  await page.getByRole('button', { name: 'Remove Lost Ben' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Remove Lost Ben' }).click()
  await expect(question.getByRole('alert')).toContainText(
    'It is unclear whether anybody was removed',
  )
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByText('The invitation is open until')).toHaveCount(0)
})
