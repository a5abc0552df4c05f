import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { holdAnswer } from './meanwhile.ts'
import { allAnswered, firstLook, markedRead, openAdmin, row, signIn } from './people.ts'
import { settled } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const chip = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Filter the list' })
    .getByRole('button', { name: new RegExp(`^${name} `) })
const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`

/** The number on a chip. */
const numberOf = async (page: Page, name: string) => {
  await expect(chip(page, name)).toHaveText(/\d/)
  return Number(/\d+/.exec((await chip(page, name).textContent()) ?? '')?.[0])
}

test('an unopened record is bold and marked “New”', async ({ page, site }) => {
  const name = `Unread ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const link = page.getByRole('link', { name: `${name} 1` })
  await expect(row(page, `${name} 1`)).toContainText('New')
  await expect(link).toHaveCSS('font-weight', '600')
  const before = await numberOf(page, 'New')
  await expect(page.getByRole('tab', { name: `Contact ${before} new` })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Contact/)

  await link.click()
  await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
  await expect(chip(page, 'New')).toHaveText(`New ${before - 1}`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeHidden()
  await expect(row(page, `${name} 2`).getByText('New', { exact: true })).toBeVisible()
  await page.reload()
  await expect(row(page, `${name} 2`).getByText('New', { exact: true })).toBeVisible()
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeHidden()

  // a record can be marked as new again
  await link.click()
  await dialog(page).getByRole('button', { name: 'Mark unread' }).click()
  await expect(chip(page, 'New')).toHaveText(`New ${before}`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 1`).getByText('New', { exact: true })).toBeVisible()
})

test('a record that is marked unread at once stays so', async ({ page, site }) => {
  const name = `At once ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const path = `/api/admin/contact-submissions/${id}`
  await page.request.patch(path, { data: { seen: true }, headers: { origin: site.url } })
  await page.goto(list(name))
  await firstLook(page)
  const changes: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postDataJSON())
  })
  const link = page.getByRole('link', { name })
  // Under a clock that stands still nothing more may be drawn.
  await expect(link).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const read = page.waitForResponse(`**${path}`)
  await link.click()
  await read
  await dialog(page).getByRole('button', { name: 'Mark unread' }).click()
  await expect(dialog(page).getByText(`Marked ${name} 1 as unread`)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeDisabled()
  expect(changes).toEqual([{ seen: false }])
})

test('a record that is left before it is read again stays unread', async ({ page, site }) => {
  const name = `Left ${Date.now()}`
  const [id = ''] = await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  await markedRead(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
  const again = await holdAnswer(page, `**/api/admin/contact-submissions/${id}`, 'GET')
  await page.keyboard.press('u')
  await expect(dialog(page).getByText(`Marked ${name} 1 as unread`)).toBeVisible()
  await again.isDone
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  again.answer()
  await allAnswered(page)
  await expect(row(page, `${name} 1`)).toHaveClass(/unread/)
})

test('each chip filters the list, shows its number and is in the address', async ({
  page,
  site,
}) => {
  const name = `Narrowed ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).focus()
  const answered = await numberOf(page, 'Answered')
  await page.keyboard.press('e')
  await expect(row(page, `${name} 2`)).toContainText('Answered')
  await expect(chip(page, 'Answered')).toHaveText(`Answered ${answered + 1}`)
  await chip(page, 'Answered').click()
  await expect(page).toHaveURL(/status=answered/)
  await expect(row(page, `${name} 2`)).toBeVisible()
  await expect(row(page, `${name} 1`)).toBeHidden()
  await chip(page, 'Waiting').click()
  await expect(row(page, `${name} 1`)).toContainText(/Due in (23|24) h/)
  await expect(row(page, `${name} 2`)).toBeHidden()
  await page.goBack()
  await expect(row(page, `${name} 2`)).toBeVisible()

  // the same key takes the answer back; the row leaves its view
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('e')
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(page.getByText('No match')).toBeVisible()
})

test('a late reply is shown as overdue in the list and in the record', async ({ page, site }) => {
  const name = `Late ${Date.now()}`
  await sendMessage(site, { name })
  await signIn(page, site)
  await page.clock.install({ time: Date.now() + 49 * 60 * 60_000 })
  await page.goto(list(name))
  await expect(row(page, name)).toContainText('Overdue by 25 h')
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('The reply was due by')
})

test('an admin can start a reply and copy the address', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [name, email] = [`Answered ${Date.now()}`, `answer-${Date.now()}@example.com`]
  const id = await sendMessage(site, { name, email, message: 'One & two?\nThree.' })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const href = await dialog(page).getByRole('link', { name: 'Reply by mail' }).getAttribute('href')
  const mail = new URL(href ?? '')
  expect(mail.pathname).toBe(email)
  expect(mail.searchParams.get('subject')).toBe(`Re: General Inquiry (${id.slice(14)})`)
  expect(mail.searchParams.get('body')).toContain('> One & two?\r\n> Three.')
  await dialog(page).getByRole('button', { name: 'Copy address' }).click()
  await expect(dialog(page).getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email)
  // a key does it on the row, which takes the focus if it is there
  await expect(row(page, name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name })).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByText(`Copied ${email}`)).toBeVisible()
})

test('a listed message can be marked as spam and released again', async ({ page, site }) => {
  const name = `Slipped ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const held = await numberOf(page, 'Held')
  // The click comes before the record is marked as seen.
  const pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'PATCH') await pressed.promise
    await route.continue()
  })
  const read = page.waitForResponse(/contact-submissions\/[\w-]+$/)
  await page.getByRole('link', { name }).click()
  await expect(dialog(page)).toContainText('I would like to talk about engines.')
  // A read that came after the move would find nothing.
  await read
  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await settled(page)
  pressed.resolve(undefined)
  await expect(row(page, name)).toBeHidden()
  // the count is correct at once
  await expect(chip(page, 'Held')).toHaveText(`Held ${held + 1}`)
  await page.goto('/admin?tab=contact&held=yes')
  await expect(row(page, name)).toContainText('marked as spam by hand')
  await row(page, name).getByRole('button', { name: 'Release' }).click()
  await expect(row(page, name)).toBeHidden()
  await expect(chip(page, 'Held')).toHaveText(`Held ${held}`)
})

test('an export has exactly the shown view', async ({ page, site }) => {
  const name = `Exported ${Date.now()}`
  for (const one of ['early', 'late']) await sendMessage(site, { name: `${name} ${one}` })
  await openAdmin(page, site)
  await page.goto(list(`${name} early`))
  await expect(row(page, `${name} early`)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these as CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain(`${name} early`)
  expect(text).not.toContain(`${name} late`)
  expect(text).toContain('dueAt')
})
