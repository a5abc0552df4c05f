import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn } from './people.ts'
import { apply, held, joinWaitlist, sendMessage } from './submissions.ts'

test('/ searches from anywhere, and one line says what other lists have', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  const email = `anywhere-${stamp}@example.com`
  await sendMessage(site, { name: `Anywhere Written ${stamp}`, email })
  await apply(site, { fullName: `Anywhere ${stamp}`, email })
  await joinWaitlist(site, { email, projectSlug: 'calmist' })
  await signIn(page, site)
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // At once: while it is typed slowly, its beginning is searched, and the line goes with the press.
  await page.keyboard.insertText(`anywhere ${stamp}`)
  const elsewhere = page.getByText('Also:')
  await expect(elsewhere).toHaveText('Also: 1 in Careers1 in Waitlist Calmist')
  await elsewhere.getByRole('link', { name: '1 in Careers' }).click()
  await expect(row(page, `Anywhere ${stamp}`)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(`anywhere ${stamp}`)

  // a list without a match says so for itself, and names the others
  await page.getByRole('tab', { name: 'Investors' }).click()
  await page.getByRole('searchbox').fill(`anywhere ${stamp}`)
  const empty = page.locator('.empty')
  await expect(empty).toContainText(`No investor submission contains “anywhere ${stamp}”.`)
  await empty.getByRole('link', { name: '1 in Careers' }).click()

  // a part of a list speaks for itself, and offers the whole
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByRole('searchbox').fill(`${stamp}`)
  await page.getByRole('button', { name: 'Overdue' }).click()
  await expect(empty).toContainText(`No overdue contact submission contains “${stamp}”.`)
  await page.getByRole('button', { name: 'Held' }).click()
  await expect(empty).toContainText(`No held contact submission contains “${stamp}”.`)
  await empty.getByRole('link', { name: '1 in All' }).click()
  await expect(row(page, `Anywhere Written ${stamp}`)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(`${stamp}`)
  await page.getByRole('tab', { name: 'Careers' }).click()

  // a search of several words that finds nothing offers those with one word less
  await page.getByRole('searchbox').fill(`${stamp} anywere`)
  await page.getByRole('link', { name: `1 for “${stamp}”` }).click()
  await expect(row(page, `Anywhere ${stamp}`)).toBeVisible()

  // a person's list has first words and states, and what is opened from it leads back to it
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.getByRole('link', { name: `Anywhere Written ${stamp}` }).click()
  await page.getByRole('button', { name: 'All from this person (3)' }).click()
  const person = page.getByRole('dialog', { name: 'Everything from' })
  await expect(person.getByRole('listitem')).toHaveCount(3)
  const message = person.getByRole('listitem').filter({ hasText: 'contact submission' })
  await expect(message).toContainText('Due in')
  await expect(message).toContainText('I would like to talk about engines.')
  await person.getByRole('link', { name: 'waitlist entry' }).click()
  await expect(person).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText(email)
  await page.keyboard.press('Escape')
  await expect(person).toBeVisible()
})

test('the log leads to a record, and a record that is gone has no buttons', async ({
  page,
  site,
  allowConsole,
}) => {
  const name = `Logged ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await page.getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByRole('button', { name: 'Mark unanswered' })).toBeVisible()
  await page.goto('/admin?tab=log')
  const [, reference = ''] = id.split('-')
  await page
    .getByRole('link', { name: `contact submission ${reference}` })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(name)

  allowConsole(/404/)
  await page.request.delete(`/api/admin/contact-submissions/${id}`, {
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  })
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Contact submission' })).toBeVisible()
  await expect(dialog).toContainText('This contact submission no longer exists.')
  await expect(dialog).not.toContainText('Request failed')
  await expect(dialog.getByText('Contact submission', { exact: true })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  // the log names it, and leads to it no more
  await page.goto('/admin?tab=log')
  await expect(row(page, 'deleted', reference)).toBeVisible()
  await expect(page.getByRole('link', { name: reference })).toHaveCount(0)
  await expect(page.getByRole('cell', { name: '–', exact: true })).toHaveCount(0)
})

test('a phone shows five rows of a list, and an open record one line of buttons', async ({
  page,
  site,
}) => {
  for (let i = 0; i < 8; i++) await sendMessage(site, { name: `Small ${i} ${Date.now()}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(7)).toBeAttached()
  const bottom = await rows.nth(4).evaluate((row) => row.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThan(844)
})

test('a search says what it finds among the held ones', async ({ page, site }) => {
  const name = `Kept back ${Date.now()}`
  await sendMessage(site, { name, ...held })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(page.locator('.empty')).toContainText('No contact submission contains')
  await page.getByRole('link', { name: '1 held in Contact' }).click()
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 held in Contact' })).toBeHidden()
  // another list finds it too
  await page.goto(`/admin?tab=investor&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: '1 held in Contact' }).click()
  await expect(row(page, name)).toBeVisible()
})
