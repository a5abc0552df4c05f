import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { endSession, firstLook, markedRead, openAdmin, row, signInAgain } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

/** Tests the page for a screen reader: its announcements and the focus. */

/** Collects the texts of all live regions from now on, in order. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    const last = new WeakMap<Element, string>()
    const regions = () => document.querySelectorAll('[role=status], [role=alert]')
    for (const region of regions()) last.set(region, region.textContent)
    const look = () => {
      for (const region of regions()) {
        const words = region.textContent
        if (words && words !== last.get(region)) heard.push(words)
        last.set(region, words)
      }
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(window, { heard })
  })
const heard = (page: Page) => page.evaluate(() => (window as { heard?: string[] }).heard)

test('arrivals and results are announced once', async ({ page, site }) => {
  const name = `Heard ${Date.now()}`
  await sendMessages(site, name, 2)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 1`)).toBeVisible()
  await listen(page)
  await sendMessage(site, { name: `${name} 3` })
  for (let looks = 0; looks < 3; looks++) {
    const answered = page.waitForResponse('**/api/admin/counts')
    await page.clock.runFor(30_000)
    await answered
  }
  await expect(page.getByRole('button', { name: '1 new – show' })).toBeVisible()
  expect(await heard(page)).toEqual(['1 new – show'])

  await listen(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // At once: while it is typed slowly, its beginning is searched, and that is heard as well.
  const answered = page.waitForResponse((answer) => !!answer.request().postData()?.includes(name))
  await page.keyboard.insertText(name)
  await page.clock.runFor(1_000)
  await answered
  await expect(row(page, name)).toHaveCount(3)
  const results = (await heard(page))?.filter((words) => words.includes('match'))
  expect(results).toEqual(['3 matches'])

  await listen(page)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(row(page, `${name} 2`)).toContainText('Answered')
  const words = `Marked ${name} 2 as answered`
  await expect.poll(() => heard(page)).toEqual([words])
})

test('simultaneous deletes run once each, and the focus moves to a remaining row', async ({
  page,
  site,
}) => {
  const name = `Twice ${Date.now()}`
  await sendMessages(site, name, 5)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const link = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  const mayGo = Promise.withResolvers<undefined>()
  const asked: string[] = []
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'DELETE') asked.push(route.request().url())
    await mayGo.promise
    await route.continue()
  })
  const deleteAt = async (n: number) => {
    await link(n).focus()
    await page.keyboard.press('#')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await deleteAt(5)
  await deleteAt(4)
  // the same record again, during its delete
  await deleteAt(5)
  await expect(page.getByText('Deleting…').first()).toBeVisible()
  mayGo.resolve(undefined)
  await expect(row(page, name)).toHaveCount(3)
  expect(new Set(asked).size).toBe(2)
  expect(asked).toHaveLength(2)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(link(3)).toBeFocused()
})

test('a note survives a lost network, and is saved after the network is back', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const name = `Cut off ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('Typed before the tunnel')
  // Without a network the read of the record would fail as well.
  await expect(dialog.getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await context.setOffline(true)
  await note.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save the note')
  await expect(dialog.getByText('This is tried again as soon as you are back.')).toBeVisible()
  await expect(page.locator('.offline')).toHaveText('You are offline')
  await expect(note).toHaveValue('Typed before the tunnel')
  await context.setOffline(false)
  await expect(dialog.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.locator('.offline')).toBeHidden()

  // text typed after the failed save is not saved automatically
  await context.setOffline(true)
  await note.fill('Typed before the tunnel, and')
  await note.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await note.fill('Typed before the tunnel, and in it')
  await context.setOffline(false)
  await expect(page.locator('.offline')).toBeHidden()
  await expect(dialog.getByText('Not saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog.getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Typed before the tunnel, and in it')
})

test('a session that ends in an open record can be renewed in it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Expired ${Date.now()}`
  const id = await sendMessage(site, { name, message: 'A long line.\n'.repeat(200) })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await markedRead(page)
  await firstLook(page)
  await endSession(page)
  await dialog.getByRole('button', { name: 'Mark answered' }).click()
  const alert = dialog.locator('.detail-problem').getByRole('alert')
  await expect(alert).toHaveText('Unauthorized')
  await expect(alert).toBeInViewport({ ratio: 1 })
  await signInAgain(page, site)
  await dialog.getByRole('button', { name: 'Mark answered' }).click()
  await expect(dialog).toContainText('Answered on')
})

test('a second save of a note after a lost answer is no conflict', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/, /status of 409/)
  const name = `Lost answer ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await note.fill('  It arrived,\n\u202Aunheard of. ')
  await page.route(`**/contact-submissions/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await note.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save the note')
  await page.unroute(`**/contact-submissions/${id}`)
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(note).toHaveValue('It arrived,\nunheard of.')
  // the note can be changed again
  await note.fill('Heard of.')
  await note.press('Control+Enter')
  await expect(dialog.getByText('Saved.', { exact: true })).toBeVisible()
})
