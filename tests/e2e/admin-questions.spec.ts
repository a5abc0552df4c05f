import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { BROKEN, holdAnswer } from './meanwhile.ts'
import { listed, markedRead, openAdmin, pressInFoot, row, signIn } from './people.ts'
import { settled } from './settled.ts'
import { held, sendMessage, sendMessages } from './submissions.ts'

const recordUrl = (id: string | undefined) => `**/api/admin/contact-submissions/${id}`
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Your note is not saved' })

test('Back from the question about a note does not do what was asked', async ({ page, site }) => {
  const stamp = Date.now()
  const email = `back-${stamp}@example.com`
  await sendMessage(site, { name: `Back ${stamp} 1`, email })
  await sendMessage(site, { name: `Back ${stamp} 2`, email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await row(page, `Back ${stamp} 2`).getByRole('link').click()
  await page.getByRole('button', { name: 'All from this person (2)' }).click()
  await page.getByRole('dialog', { name: 'Everything from' }).getByRole('link').last().click()
  await expect(page.getByRole('dialog', { name: `Back ${stamp} 1` })).toBeVisible()
  await markedRead(page)
  await note(page).fill('Half a thought')
  await page.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(leaving(page)).toBeVisible()
  await page.goBack()
  await expect(leaving(page)).toBeHidden()
  await settled(page)
  const { items } = await listed(page, 'contact-submissions?state=held')
  expect(items.filter(({ name }) => String(name).includes(String(stamp)))).toEqual([])
})

test('the question whether to save a note waits for a save under way', async ({ page, site }) => {
  const [id, other] = await sendMessages(site, `Saved ${Date.now()}`, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${other}`)
  await markedRead(page)
  await note(page).fill('A thought')
  const saving = await holdAnswer(page, recordUrl(other), 'PATCH')
  await page.keyboard.press('Control+Enter')
  await saving.isDone
  await page.getByRole('button', { name: /^Next/ }).click()
  await leaving(page).getByRole('button', { name: 'Save note' }).click()
  await settled(page)
  await expect(leaving(page)).toBeVisible()
  saving.answer()
  await expect(page).toHaveURL(new RegExp(`record=${id}`))
})

test('a question about a row leaves with its view', async ({ page, site }) => {
  const name = `Asked ${Date.now()}`
  await sendMessage(site, { name: `${name} held`, ...held })
  await sendMessage(site, { name: `${name} there` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&held=yes')
  await expect(row(page, `${name} held`)).toBeVisible()
  await page.getByRole('button', { name: /^All/ }).click()
  await row(page, `${name} there`).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(row(page, `${name} held`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a question about a row does not come back with its list', async ({ page, site }) => {
  const name = `Not asked ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  const tab = (label: string) => page.getByRole('tab', { name: label })
  await tab('Contact').click()
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await tab('Contact').click()
  await expect(row(page, name)).toBeVisible()
  await settled(page)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what failed with a held record is tried again where it is', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Tried ${Date.now()}`
  await sendMessage(site, { name: `${name} other`, ...held })
  const id = await sendMessage(site, { name: `${name} held`, ...held })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&held=yes')
  const url = `${recordUrl(id)}?state=held`
  await page.route(url, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(BROKEN) : route.fallback(),
  )
  await row(page, `${name} held`).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete')).toBeVisible()
  // The banner becomes a part of the line, which goes along.
  await row(page, `${name} other`).getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(`Released ${name} other`)).toBeVisible()
  await page.unroute(url)
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(row(page, `${name} other`)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Deleted ${name} held`)).toBeVisible()
  const { items } = await listed(page, 'contact-submissions?state=held')
  expect(items.map((one) => one.id)).not.toContain(id)
})

test('a note that is begun while a logout waits is asked about', async ({ page, site }) => {
  const name = `Waited ${Date.now()}`
  const [id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 1`)).toBeVisible()
  const answering = await holdAnswer(page, recordUrl(id), 'PATCH')
  await page.getByRole('link', { name: `${name} 1` }).focus()
  await page.keyboard.press('e')
  await answering.isDone
  await page.getByRole('button', { name: 'Logout' }).click()
  await row(page, `${name} 2`).getByRole('link').click()
  await note(page).fill('Typed while the logout waited')
  answering.answer()
  const question = page.getByRole('dialog', { name: 'Log out?' })
  await expect(question).toContainText('1 note is not saved')
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(note(page)).toHaveValue('Typed while the logout waited')
})

test('a sign-out that is under way can’t be waved away, and its failure is said', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signIn(page, site)
  await pressInFoot(page, 'Sign out everywhere')
  const ending = await holdAnswer(page, '**/api/admin/sign-out-everywhere', 'POST', BROKEN)
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await ending.isDone
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeDisabled()
  ending.answer()
  await expect(question.getByRole('alert')).toContainText('Sessions may still be open')
})
