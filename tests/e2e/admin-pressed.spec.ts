import type { Page } from 'playwright/test'
import { stopClock } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswer } from './meanwhile.ts'
import { markedRead, openAdmin, row, signIn } from './people.ts'
import { sendMessage } from './submissions.ts'

/** Changes of records wait until they are let go, one after the other; then they may get an answer. */
async function holdChanges(page: Page, answer?: { status: number; json: object }) {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await promise
    return answer ? route.fulfill(answer) : route.continue()
  })
  return resolve
}

async function pressTwo(page: Page, names: readonly string[]) {
  for (const name of names) {
    await row(page, name).getByRole('link').first().focus()
    await page.keyboard.press('e')
  }
}

test('what was pressed shows at once, and a logout waits until it is done', async ({
  page,
  site,
  allowConsole,
}) => {
  // The counts that are read after it may be answered after the logout.
  allowConsole(/status of 401/)
  const name = `Pressed ${Date.now()}`
  const names = [`${name} one`, `${name} two`]
  for (const one of names) await sendMessage(site, { name: one })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const letGo = await holdChanges(page)
  await pressTwo(page, names)
  for (const one of names) await expect(row(page, one)).toContainText('Marking')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeDisabled()
  letGo(undefined)
  await expect(page).toHaveURL(/\/admin\/login/)
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  for (const one of names) await expect(row(page, one)).toContainText('Answered')
})

test('a logout stays if what was pressed before it fails', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Pressed ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  // It fails while the page still asks for the notes of the other tabs.
  await page.addInitScript(() => {
    const query = navigator.locks.query.bind(navigator.locks)
    navigator.locks.query = async () => {
      await new Promise((done) => addEventListener('mayAnswer', done, { once: true }))
      return query()
    }
  })
  await page.goto('/admin?tab=contact')
  const letGo = await holdChanges(page, { status: 500, json: {} })
  await pressTwo(page, [name])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeDisabled()
  letGo(undefined)
  await expect(page.getByRole('alert')).toContainText('Failed to mark')
  await page.evaluate(() => dispatchEvent(new Event('mayAnswer')))
  await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  await expect(page).toHaveURL(/tab=contact/)
})

test('closing the page asks while something pressed is not done', async ({ page, site }) => {
  const name = `Pressed ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const letGo = await holdChanges(page)
  await pressTwo(page, [name])
  await expect(row(page, name)).toContainText('Marking')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  letGo(undefined)
  await expect(row(page, name)).toContainText('Answered')
})

test('records that are only passed are not marked as read', async ({ page, site }) => {
  const name = `Skimmed ${Date.now()}`
  const names = [1, 2, 3, 4, 5].map((number) => `${name} ${number}`)
  for (const one of names) await sendMessage(site, { name: one })
  await openAdmin(page, site)
  await page.clock.install()
  await page.goto('/admin?tab=contact')
  await row(page, `${name} 5`).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${name} 5`)
  // Faster than a person reads, however busy the machine is.
  await stopClock(page)
  for (const next of [4, 3, 2]) {
    await page.clock.runFor(100)
    await page.keyboard.press('j')
    await expect(dialog).toContainText(`${name} ${next}`)
  }
  await page.clock.resume()
  await expect(row(page, `${name} 2`)).not.toHaveClass(/unread/)
  await expect(row(page, `${name} 3`)).toHaveClass(/unread/)
  await expect(row(page, `${name} 4`)).toHaveClass(/unread/)
})

test('a record that is left before its answer has come was read all the same', async ({
  page,
  site,
}) => {
  const name = `Slow ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, name)).toHaveClass(/unread/)
  const record = await holdAnswer(page, `**/api/admin/contact-submissions/${id}`, 'GET')
  await row(page, name).getByRole('link').first().click()
  await record.isDone
  // A person looks at it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  record.answer()
  await expect(row(page, name)).not.toHaveClass(/unread/)
})

test('a late mark says nothing of another record’s answer', async ({ page, site }) => {
  const name = `Mixed ${Date.now()}`
  const answered = await sendMessage(site, { name: `${name} 1` })
  const id = await sendMessage(site, { name: `${name} 2` })
  await openAdmin(page, site)
  await page.request.patch(`/api/admin/contact-submissions/${answered}`, {
    headers: { origin: site.url },
    data: { seen: true, answered: true },
  })
  await page.goto('/admin?tab=contact')
  const record = await holdAnswer(page, `**/api/admin/contact-submissions/${id}`, 'GET')
  await row(page, `${name} 2`).getByRole('link').first().click()
  await record.isDone
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
  await page.keyboard.press('j')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Answered on')
  record.answer()
  await expect(row(page, `${name} 2`)).not.toHaveClass(/unread/)
  await page.keyboard.press('k')
  await expect(dialog.getByRole('button', { name: 'Mark answered' })).toBeEnabled()
  await expect(dialog).not.toContainText('elsewhere')
})

test('a record that is answered at once is read too', async ({ page, site }) => {
  const name = `Quick ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const dialog = page.getByRole('dialog')
  await row(page, name).getByRole('link').first().click()
  await expect(dialog.getByRole('button', { name: 'Mark answered' })).toBeEnabled()
  await page.keyboard.press('e')
  await expect(dialog).toContainText('Answered on')
  await page.keyboard.press('Escape')
  await expect(row(page, name)).not.toHaveClass(/unread/)
})

for (const when of ['before', 'after'] as const) {
  test(`a logout stays if what was pressed fails ${when} its question is answered`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/status of 500/)
    const name = `Pressed ${Date.now()}`
    const id = await sendMessage(site, { name })
    await openAdmin(page, site)
    await page.goto(`/admin?tab=contact&record=${id}`)
    await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
    await markedRead(page)
    await page.goto('/admin?tab=contact')
    const letGo = await holdChanges(page, { status: 500, json: {} })
    await pressTwo(page, [name])
    await page.getByRole('button', { name: 'Logout' }).click()
    const question = page.getByRole('dialog', { name: 'Log out?' })
    await expect(question).toBeVisible()
    if (when === 'before') {
      letGo(undefined)
      await expect(page.getByText('Failed to mark')).toBeAttached()
    }
    await question.getByRole('button', { name: 'Logout' }).click()
    letGo(undefined)
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText('Failed to mark')
    await expect(page).toHaveURL(/tab=contact/)
  })
}
