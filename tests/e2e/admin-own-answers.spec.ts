import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { firstLook, markedRead, openAdmin, row } from './people.ts'
import { settled } from './settled.ts'
import { sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`

test('an answer of one’s own is nobody else’s, however late the read is marked', async ({
  page,
  site,
}) => {
  const name = `Own ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto(list(name))
  await firstLook(page)
  const mayRead = Promise.withResolvers<undefined>()
  const mayAnswer = Promise.withResolvers<undefined>()
  await page.route(`**/contact-submissions/${id}`, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') await mayRead.promise
    if (request.postData()?.includes('answered')) await mayAnswer.promise
    await route.continue()
  })
  const of = (method: string, what = '') =>
    page.waitForResponse(
      (response) =>
        response.url().endsWith(id) &&
        response.request().method() === method &&
        (response.request().postData() ?? '').includes(what),
    )
  const [read, seen] = [of('GET'), of('PATCH', 'seen')]
  await page.getByRole('link', { name }).click()
  await expect(dialog(page).getByRole('button', { name: 'Mark answered' })).toBeEnabled()
  await page.keyboard.press('e')
  mayRead.resolve(undefined)
  await read
  await page.clock.runFor(1_000)
  mayAnswer.resolve(undefined)
  await seen
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('e')
  await expect(dialog(page).getByText(`Marked ${name} 1 as unanswered`)).toBeVisible()
})

test('what Undo has answered again is nobody else’s', async ({ page, site }) => {
  const name = `Undone ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const path = `/api/admin/contact-submissions/${id}`
  const headers = { origin: site.url }
  await page.request.patch(path, { headers, data: { seen: true, answered: true } })
  await page.goto(`${list(name)}&record=${id}`)
  await firstLook(page)
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('e')
  await expect(dialog(page).getByText(`Marked ${name} 1 as unanswered`)).toBeVisible()
  await page.keyboard.press('z')
  await expect(dialog(page)).toContainText('Answered on')
  const looked = page.waitForResponse(`**${path}`)
  await page.clock.runFor(31_000)
  await (await looked).finished()
  await settled(page)
  await expect(dialog(page).getByText('Answered elsewhere')).toBeHidden()
  await page.keyboard.press('e')
  await expect(dialog(page).getByText(`Marked ${name} 1 as unanswered`)).toBeVisible()
})

test('a list that comes after the record makes nothing older', async ({ page, site }) => {
  const name = `Late list ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await openAdmin(page, site)
  const late = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await page.goto(`${list(name)}&record=${id}`)
  await markedRead(page)
  late.resolve(undefined)
  await expect(row(page, name)).toBeVisible()
  await expect(row(page, name).locator('.new-mark')).toBeHidden()
  await markedRead(page)
})
