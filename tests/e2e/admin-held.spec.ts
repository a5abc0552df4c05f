import { apps } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { onlyLook } from './meanwhile.ts'
import { markedRead, openAdmin, row, signIn } from './people.ts'
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

test('what a colleague released or marked as spam meanwhile is neither claimed nor taken back', async ({
  page,
  site,
  allowConsole,
}) => {
  // The record is read in the list that it has left.
  allowConsole(/status of 404/)
  const name = `Freed ${Date.now()}`
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push(await sendMessage(site, { name: `${name} ${n}`, ...held }))
  await openAdmin(page, site)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const elsewhere = (n: number, act: string) =>
    page.request.post(`/api/admin/contact-submissions/${ids[n - 1]}/${act}`, { headers })
  const link = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  const undo = page.getByRole('button', { name: 'Undo' })
  const search = `search=${encodeURIComponent(name)}`
  await page.goto(`/admin?tab=contact&held=yes&${search}`)
  await link(3).focus()
  // No look comes from now on: it would see what comes now.
  await onlyLook(page)
  await elsewhere(3, 'release')
  await page.keyboard.press('!')
  await expect(page.getByText(`Already released: ${name} 3`)).toBeVisible()
  await expect(link(3)).toBeHidden()
  await expect(link(2)).toBeFocused()
  await expect(undo).toBeHidden()
  await page.keyboard.press('z')

  // an open record stays open in its list, as after a release of one's own
  const read = page.waitForResponse(`**/contact-submissions/${ids[1]}?state=held`)
  await link(2).click()
  await expect(page.getByRole('dialog')).toContainText('it counts in no total')
  // A read that came after the release would find nothing.
  await read
  await elsewhere(2, 'release')
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Mark as spam' })).toBeVisible()
  await expect(page.getByText(`Already released: ${name} 2`)).toBeVisible()
  await elsewhere(1, 'release')
  await page.goto(`/admin?tab=contact&${search}`)
  await expect(link(3)).toBeVisible()
  await onlyLook(page)

  // of several, Undo takes back the others
  await elsewhere(2, 'hold')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('!')
  await expect(
    page.getByText(`Marked 2 contact submissions as spam. Already marked as spam: ${name} 2`),
  ).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(link(3)).toBeVisible()
  await expect(link(1)).toBeVisible()
  await expect(link(2)).toBeHidden()
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

test('a record that is released anew in its dialog is read', async ({
  page,
  site,
  allowConsole,
}) => {
  // A look at the open record may meet it on its way to the other list.
  allowConsole(/status of 404/)
  const name = `Anew ${Date.now()}`
  await sendMessage(site, { name, ...held })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&held=yes&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  const dialog = page.getByRole('dialog')
  for (const isLast of [false, true]) {
    const seen = page.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && answer.status() === 200,
    )
    await dialog.getByRole('button', { name: 'Release' }).click()
    await expect(dialog.getByText(`Released ${name}`)).toBeVisible()
    await seen
    if (!isLast) await page.keyboard.press('z')
  }
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
  await expect(row(page, name).locator('.new-mark')).toBeHidden()
})

test('after a release the next key leads to the next held record', async ({ page, site }) => {
  const name = `Triage ${Date.now()}`
  await sendMessage(site, { name: `${name} listed` })
  for (const n of [3, 2, 1]) await sendMessage(site, { name: `${name} ${n}`, ...held })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&held=yes')
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Release' })).toBeEnabled()
  await page.keyboard.press('!')
  await markedRead(page)
  await expect(heading).toHaveText(`${name} 2`)
  await expect(page).not.toHaveURL(/held=yes/)

  await page.keyboard.press('k')
  await expect(heading).toHaveText(`${name} 1`)
  await expect(page).toHaveURL(/held=yes/)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 3`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 1`)).toBeVisible()
  await expect(row(page, `${name} 2`)).toHaveCount(0)

  // opened from its list it has the neighbours of the list
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('link', { name: `${name} 2` }).click()
  await markedRead(page)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} listed`)
})
