import { words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { markedRead, row, sendButton, signIn, thanks, writeMessage } from './people.ts'

// The site runs without any settings.
test.use({ siteEnv: { ADMIN_PASSWORD_HASH: '', ADMIN_EMAIL: '', PUZZLE_TRIES: '' } })

test('a message travels from the empty form to the deleted row', async ({ page, site }) => {
  const name = `Journey ${Date.now()}`
  // A busy machine takes its time for the real puzzle.
  await withoutTimeLimits(page)

  // a visitor writes and gets a thank-you with a reference
  await page.goto('/contact')
  await writeMessage(page, { name })
  await page.getByLabel('Subject').selectOption('Partnership Request')
  await sendButton(page).click()
  await expect(thanks(page)).toBeFocused()
  await expect(page.locator('.sent').getByText(words('forms/contact').sent.promise)).toBeVisible()
  const reference = await page
    .getByText(words('forms/all-forms').reference)
    .locator('span')
    .innerText()

  // the server restarts and keeps everything
  await site.restart()

  // the admin signs in and finds the message on top of the list
  await signIn(page, site)
  await expect(page.getByRole('button', { name: /Contact submissions/ })).toContainText(/^[1-9]/)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(name)
  await expect(row(page, name, 'Partnership Request')).toContainText('—')
  const total = Number.parseInt(await page.getByText(/^\d+ records?$/).innerText())

  // every stored field is in the open record, and Back closes it
  await page.getByRole('link', { name }).click()
  const detail = page.getByRole('dialog', { name: 'Contact submission' })
  await expect(detail).toContainText('I would like to talk about engines.')
  await expect(detail).toContainText(reference)
  await markedRead(page)
  await page.goBack()
  await expect(detail).toBeHidden()

  // a delete asks first, and keeps the row if the answer is no
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, name)).toBeVisible()

  // the row disappears after the server confirms, and stays away
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, name)).toBeHidden()
  const left = total === 1 ? 'No records' : new RegExp(`^${total - 1} records?$`)
  await expect(page.getByText(left).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
  await expect(row(page, name)).toBeHidden()
})
