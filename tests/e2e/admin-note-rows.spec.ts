import type { Page } from 'playwright/test'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { firstLook, markedRead, openAdmin, row } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

/** A note that was typed, not saved, and left: only its row says so. */

const dialog = (page: Page) => page.getByRole('dialog')
const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`
const kept = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

async function leaveNote(page: Page, name: string, text: string) {
  await page.getByRole('link', { name, exact: true }).click()
  await markedRead(page)
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill(text)
  await page.goBack()
  await expect(row(page, name)).toContainText('Draft')
}

for (const [key, verb, done] of [
  ['#', 'Delete', 'Deleted'],
  ['!', 'Mark as spam', 'Marked'],
] as const) {
  test(`${verb} at a row says that its unsaved note goes with it`, async ({
    page,
    site,
    allowConsole,
  }) => {
    // Requests from before the logout may be answered after it.
    allowConsole(/status of 401/)
    const name = `Unsaved ${Date.now()}`
    await sendMessages(site, name, 2)
    await openAdmin(page, site)
    await page.goto(list(name))
    await leaveNote(page, `${name} 2`, `${name} is on holiday`)

    await page.getByRole('link', { name: `${name} 2` }).focus()
    await page.keyboard.press(key)
    await expect(dialog(page)).toContainText('Your note is not saved, and goes with it.')
    await dialog(page).getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
    expect(await kept(page)).toContain('on holiday')

    await page.keyboard.press(key)
    await dialog(page).getByRole('button', { name: verb }).click()
    await expect(page.getByText(new RegExp(`^${done} ${name} 2`))).toBeVisible()
    await expect(row(page, `${name} 2`)).toHaveCount(0)
    expect(await kept(page)).not.toContain('on holiday')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
  })
}

test('on the overview spam asks for a note that is not saved', async ({ page, site }) => {
  const name = `Overdue ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await openAdmin(page, site)
  await page.goto('/admin')
  const line = page.locator('.next-due').getByRole('link', { name })
  await line.click()
  await markedRead(page)
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await page.goBack()
  await expect(line).toBeFocused()
  await page.keyboard.press('!')
  await expect(dialog(page)).toContainText('Your note is not saved, and goes with it.')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(line).toBeFocused()
  expect(await kept(page)).toContain('Half a thought')
  // It is in no other test’s way.
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} as answered`)).toBeVisible()
})

test('an unsaved note keeps its row when a colleague deletes the record', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Taken away ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await firstLook(page)
  await leaveNote(page, name, 'Called; she is on holiday.')
  const gone = page.getByRole('link', { name, exact: true })
  await expect(gone).toBeFocused()

  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  const seen = page.waitForResponse(/contact-submissions\?(?!.*limit=1\b)/)
  await page.clock.runFor(31_000)
  await seen
  await expect(row(page, name, 'Draft')).toBeVisible()
  await gone.click()
  await expect(dialog(page).getByText('It can only be copied now.')).toBeVisible()
  await page.goBack()
  await expect(row(page, name, 'Draft')).toBeVisible()

  await gone.click()
  await expect(dialog(page).getByText('It can only be copied now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByText(`Already gone: ${name}`)).toBeVisible()
  await expect(gone).toHaveCount(0)
})
