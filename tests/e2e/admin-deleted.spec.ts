import { setTimeout } from 'node:timers/promises'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { onlyLook } from './meanwhile.ts'
import { firstLook, markedRead, openAdmin, row } from './people.ts'
import { settled } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

test('deleting an open record opens the next one', async ({ page, site }) => {
  const name = `Worked off ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  // The click comes before the record arrives, and the deletion takes longer than a read is brief.
  const pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'GET') await pressed.promise
    if (route.request().method() === 'DELETE') await setTimeout(300)
    await route.continue()
  })
  await page.getByRole('link', { name: `${name} 2` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this contact submission?' })
  await expect(question).toContainText(`${name} 2, ada@example.com`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await settled(page)
  pressed.resolve(undefined)
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(`${name} 1`)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(row(page, `${name} 1`)).toBeVisible()
})

test('a look during a deletion does not ask for the record', async ({ page, site }) => {
  const name = `Looked at ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}&record=${id}`)
  await expect(page.getByRole('dialog')).toContainText('2 of 2')
  await firstLook(page)
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 1`)
  // It is done, and its answer still on the way.
  const held = Promise.withResolvers<undefined>()
  const done = Promise.withResolvers<undefined>()
  await page.route(`**/api/admin/contact-submissions/${id}`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const response = await route.fetch()
    done.resolve(undefined)
    await held.promise
    return route.fulfill({ response })
  })
  await page.keyboard.press('#')
  await page.getByRole('dialog', { name: 'Delete this' }).getByRole('button').first().click()
  await done.promise
  const looked = page.waitForResponse('**/api/admin/counts')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looked
  await settled(page)
  held.resolve(undefined)
  // A 404 would be an error in the console.
  await expect(heading).toHaveText(`${name} 2`)
})

test('the row of a record that another admin deleted disappears', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Gone ${Date.now()}`
  const [older = '', newer = ''] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 2`)).toBeVisible()
  // No look comes from now on: it would see what comes now.
  await onlyLook(page)
  const headers = { origin: site.url }
  for (const id of [older, newer]) {
    await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  }

  await row(page, `${name} 2`).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(page.getByText(`Already gone: ${name} 2`)).toBeInViewport()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('link', { name: `${name} 1` })).toBeFocused()

  await page.goto(`/admin?tab=contact&record=${older}`)
  await expect(page.getByRole('alert')).toContainText('This contact submission no longer exists')
})

test('a 404 that is not from the API is not taken for a delete', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Kept ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not Found</h1>' })
      : route.continue(),
  )
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete contact submission')
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByText('Already gone')).toBeHidden()
})

test('every action on a deleted record removes its row and says so', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Left ${Date.now()}`
  const ids = await sendMessages(site, name, 5)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const link = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  await expect(link(5)).toBeVisible()
  await onlyLook(page)
  const headers = { origin: site.url }
  const vanish = (n: number) =>
    page.request.delete(`/api/admin/contact-submissions/${ids[n - 1]}`, { headers })
  const gone = (n: number) => page.getByText(`Already gone: ${name} ${n}`)

  // mark as answered in the list
  await vanish(5)
  await link(5).focus()
  await page.keyboard.press('e')
  await expect(link(5)).toBeHidden()
  await expect(gone(5)).toBeInViewport()
  expect(await axeViolations(page)).toEqual([])
  await expect(link(4)).toBeFocused()
  await expect(page.getByRole('alert')).toBeHidden()

  // mark as spam in the open record: the next record opens
  await link(4).click()
  const detail = page.getByRole('dialog')
  // The record was read: its row alone would show the note, too.
  await expect(detail.getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await vanish(4)
  await detail.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(`${name} 3`)
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(link(4)).toBeHidden()
  await expect(link(3)).toBeFocused()

  // open: the row stays until the record is closed, so that j works from there
  await vanish(3)
  await link(3).click()
  await expect(detail.getByRole('alert')).toContainText('This contact submission no longer exists')
  await expect(detail).not.toContainText('ada@example.com')
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(`${name} 3`)
  await expect(detail.getByRole('button', { name: 'Mark answered' })).toBeHidden()
  await page.keyboard.press('j')
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(`${name} 2`)
  await markedRead(page)
  await page.keyboard.press('Escape')
  await expect(link(2)).toBeFocused()
  await expect(link(3)).toBeHidden()
  await vanish(2)
  await link(2).click()
  await expect(detail.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(link(2)).toBeHidden()
  await expect(gone(2)).toBeInViewport()
  await expect(link(1)).toBeFocused()
})

test('a record that was marked as spam elsewhere is not called gone', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Moved ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const link = page.getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  await onlyLook(page)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  await page.request.post(`/api/admin/contact-submissions/${id}/hold`, { headers })
  await link.click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('alert')).toContainText(
    'This contact submission was marked as spam.',
  )
  await detail.getByRole('button', { name: 'Show it in Held' }).click()
  await expect(detail).toContainText('Somebody at the studio marked it as spam.')
})

test('a delete whose answer is lost says that it may be done', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 404/)
  const name = `Unheard ${Date.now()}`
  await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  let isLost = true
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() !== 'DELETE' || !isLost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('link', { name: `${name} 1` }).focus()
  await page.keyboard.press('#')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete contact submission')
  await expect(page.getByText('It may be done all the same.')).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Already gone: ${name} 1`)).toBeVisible()
})
