import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { BROKEN, holdAnswer, lookAgain, noMoreLooks } from './meanwhile.ts'
import { firstLook, markedRead, openAdmin, row, signInHere } from './people.ts'
import { settled } from './settled.ts'
import { sendMessage } from './submissions.ts'
import type { TestSite } from './test-site.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Erase 1 record?' })
const person = (page: Page) => page.getByRole('dialog', { name: 'Everything from' })

/** Opens a new record, once the page's own requests about it are over. */
async function openNew(page: Page, site: TestSite, what: string) {
  const stamp = Date.now()
  const [name, email] = [`${what} ${stamp}`, `erased-${stamp}@example.com`]
  const id = await sendMessage(site, { name, email })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await markedRead(page)
  await firstLook(page)
  return { id, name, email, url: `**/api/admin/contact-submissions/${id}` }
}

async function openPerson(page: Page) {
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await expect(person(page).locator('.gist')).toContainText('engines')
}

/** The server has erased it, and its answer is on the way. */
async function erasing(page: Page, failure?: typeof BROKEN) {
  const erasure = await holdAnswer(page, '**/api/admin/people/erase', 'POST', failure)
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await question(page).getByRole('button', { name: 'Erase 1 record' }).click()
  await erasure.isDone
  return erasure
}

test('a look during an erasure does not ask for the record under it', async ({ page, site }) => {
  const { email } = await openNew(page, site, 'Looked at')
  await openPerson(page)
  const erasure = await erasing(page)
  await lookAgain(page)
  await expect(question(page)).toBeVisible()
  erasure.answer()
  // A 404 would be an error in the console.
  await expect(page.getByText(`Erased 1 record from ${email}`)).toBeVisible()
})

test('the counts of all lists are read once somebody is erased', async ({ page, site }) => {
  await openNew(page, site, 'Counted')
  await openPerson(page)
  await noMoreLooks(page)
  const erasure = await erasing(page)
  const counted = page.waitForRequest((request) => request.url().endsWith('/api/admin/counts'))
  erasure.answer()
  await counted
})

test('the question before an erasure stays until it is answered', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await openNew(page, site, 'Kept')
  await openPerson(page)
  const erasure = await erasing(page, BROKEN)
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await settled(page)
  await expect(question(page)).toBeVisible()
  erasure.answer()
  await expect(page.getByRole('alert')).toContainText('It is unclear what was erased')
})

test('an erasure that fails after its question was left is said', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const { name, email } = await openNew(page, site, 'Left behind')
  await page.goto('/admin?tab=contact')
  await row(page, name).getByRole('link').click()
  await openPerson(page)
  const erasure = await erasing(page, BROKEN)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  erasure.answer()
  await expect(page.getByText(`It is unclear what was erased: ${email}`)).toBeVisible()
  await page.unroute('**/api/admin/people/erase')
  // To try it again is to be asked again.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(person(page)).toContainText(email)
  await expect(page.getByText('It is unclear')).toBeHidden()
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await question(page).getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(page.getByText(`Erased 1 record from ${email}`)).toBeVisible()
  await expect(row(page, name)).toBeHidden()
})

test('an erasure goes on while the record under it is found to be gone', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/, /net::ERR_FAILED/)
  const { email, url } = await openNew(page, site, 'Noted')
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await page.route(url, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Failed to save the note')).toBeVisible()
  await page.unroute(url)
  await openPerson(page)
  const erasure = await erasing(page)
  // Back online, the note is saved by itself.
  const saved = page.waitForResponse(url)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await saved).status()).toBe(404)
  await settled(page)
  await expect(question(page)).toBeVisible()
  erasure.answer()
  await expect(page.getByText(`Erased 1 record from ${email}`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('an answer that comes during an erasure does not end it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const { id, email, url } = await openNew(page, site, 'Answered')
  const answering = await holdAnswer(page, url, 'PATCH')
  await page.keyboard.press('e')
  await answering.isDone
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  const erasure = await erasing(page)
  const read = page.waitForResponse((one) => one.url().endsWith(id) && one.status() === 404)
  answering.answer()
  await read
  await settled(page)
  await expect(question(page)).toBeVisible()
  erasure.answer()
  await expect(page.getByText(`Erased 1 record from ${email}`)).toBeVisible()
})

test('the person who was asked for stays when the record under it leaves', async ({
  page,
  site,
  allowConsole,
}) => {
  // Its line is read after the hold.
  allowConsole(/status of 404/)
  await sendMessage(site, { name: `Older ${Date.now()}`, email: `older-${Date.now()}@example.com` })
  const { id, url, email } = await openNew(page, site, 'Held')
  const holding = await holdAnswer(page, `${url}/hold`, 'POST')
  await page.getByRole('button', { name: 'Mark as spam' }).click()
  await holding.isDone
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await expect(person(page)).toContainText(email)
  const read = page.waitForResponse((one) => one.url().endsWith(id) && one.status() === 404)
  holding.answer()
  await read
  await settled(page)
  await expect(person(page)).toContainText(email)
})

test('a person whose code comes late is not shown over the next record', async ({ page, site }) => {
  const older = `Older ${Date.now()}`
  await sendMessage(site, { name: older, email: `older-${Date.now()}@example.com` })
  const name = `Newer ${Date.now()}`
  await sendMessage(site, { name, email: `newer-${Date.now()}@example.com` })
  await openAdmin(page, site)
  const code = await holdAnswer(page, '**/_astro/PersonDialog*', 'GET')
  await page.goto('/admin?tab=contact')
  await row(page, name).getByRole('link').click()
  await markedRead(page)
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await code.isDone
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: older })).toBeVisible()
  code.answer()
  await markedRead(page)
  await settled(page)
  await expect(person(page)).toBeHidden()
})

test('nothing is erased while it is being exported', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  await openNew(page, site, 'Taken along')
  await openPerson(page)
  const exporting = await holdAnswer(page, '**/api/admin/people/export', 'POST', BROKEN)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await exporting.isDone
  await expect(page.getByRole('button', { name: 'Erase all 1' })).toBeDisabled()
  exporting.answer()
  await expect(page.getByRole('alert')).toContainText('no file was saved')
  await expect(page.getByRole('button', { name: 'Erase all 1' })).toBeEnabled()
})

test('who signs in after a sign-out elsewhere carries out no erasure of before', async ({
  page,
  site,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 40[13]/)
  const { id } = await openNew(page, site, 'Asked for')
  await openPerson(page)
  let tries = 0
  await page.route('**/api/admin/people/erase', (route) => {
    tries++
    return route.fulfill({ status: 403, json: { error: 'x', again: true } })
  })
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await question(page).getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/admin?tab=contact')
  await firstLook(other)
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/login/)
  await expect(page.getByText('You signed out in another tab')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await signInHere(page, site)
  await expect(page.getByText('You signed out in another tab')).toBeHidden()
  await firstLook(page)
  await settled(page)
  await expect(page.getByText('Nothing was erased')).toHaveCount(0)
  expect(tries).toBe(1)
  expect((await page.request.get(`/api/admin/contact-submissions/${id}`)).status()).toBe(200)
})

test('the browser asks before it leaves an erasure', async ({ page, site }) => {
  await openNew(page, site, 'Left')
  await openPerson(page)
  const erasure = await erasing(page)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  erasure.answer()
  await expect(page.getByText('Erased 1 record')).toBeVisible()
})
