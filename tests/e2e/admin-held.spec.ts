import { apps } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn } from './people.ts'
import { held, joinWaitlist, sendMessage } from './submissions.ts'

test('an admin finds a held message, sees its reason and releases it', async ({ page, site }) => {
  const name = `Withheld ${Date.now()}`
  const other = `Other ${Date.now()}`
  await sendMessage(site, { name: other, ...held })
  await sendMessage(site, { name, ...held })
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  const count = page.getByRole('button', { name: /^Held [1-9]/ })
  await expect(count).toHaveAttribute('aria-pressed', 'false')
  await expect(row(page, name)).toBeHidden()
  await count.click()
  await expect(count).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/held=yes/)
  await expect(row(page, name)).toContainText('trap field filled')

  await page.getByRole('link', { name }).click()
  const detail = page.getByRole('dialog', { name })
  await expect(detail).toContainText('A field that people cannot see was filled in')
  await page.goBack()

  // several at once: a question first, because receipts go out
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('checkbox', { name: `Select ${other}` }).check()
  await page.keyboard.press('!')
  const question = page.getByRole('dialog', { name: 'Release these 2 contact submissions?' })
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row(page, other).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

  await row(page, name).getByRole('button', { name: 'Release' }).click()
  await expect(row(page, name)).toBeHidden()
  await expect(page.getByText(`Released ${name}`)).toBeAttached()
  await page.getByRole('button', { name: /^Held \d/ }).click()
  await expect(row(page, name)).toBeVisible()
})

test('a held waitlist entry can be deleted', async ({ page, site }) => {
  const app = apps.find(({ waitlist }) => waitlist === 'calmist')
  const email = `held-${Date.now()}@example.com`
  await joinWaitlist(site, { email, ...held })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist&project=calmist&held=yes')
  await row(page, email).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, email)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: app?.name ?? '' })).toBeVisible()
  await expect(row(page, email)).toBeHidden()
})

test('a failed release keeps the row', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Stuck ${Date.now()}`
  await sendMessage(site, { name, ...held })
  await signIn(page, site)
  await page.route('**/release', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/admin?tab=contact&held=yes')
  await row(page, name).getByRole('button', { name: 'Release' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to release contact submission')
  await expect(row(page, name).getByRole('button', { name: 'Release' })).toBeEnabled()
})
