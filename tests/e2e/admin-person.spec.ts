import { readFile } from 'node:fs/promises'
import { roles } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { linesRead, markedRead, openAdmin, row, signIn } from './people.ts'
import { apply, held, joinWaitlist, resume, sendMessage } from './submissions.ts'

type Exported = {
  email: string
  total: number
  items: {
    collection: string
    held: boolean
    record: Record<string, unknown>
    state: Record<string, unknown>
    holdReasons?: string[]
    resumeFileBase64?: string
  }[]
}

test('one file exports all records of a person', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const stamp = Date.now()
  const email = `taken-${stamp}@example.com`
  const name = `Taken ${stamp}`
  await joinWaitlist(site, { email })
  await apply(site, { fullName: name, email })
  await sendMessage(site, { name: 'Spelled otherwise', email: email.toUpperCase(), ...held })
  const id = await sendMessage(site, { name, email })
  await signIn(page, site)
  const headers = { origin: site.url }
  const data = { note: 'Wants to know what we have.', version: 0 }
  await page.request.patch(`/api/admin/contact-submissions/${id}`, { headers, data })
  await page.goto('/admin?tab=contact')
  await row(page, name).getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'All from this person (4)' }).click()
  const person = page.getByRole('dialog', { name: 'Everything from' })
  const button = person.getByRole('button', { name: 'Export everything' })

  // a failed export saves no file and says so
  await page.route('**/people/export', (route) => route.fulfill({ status: 503, json: {} }))
  await button.press('Enter')
  await expect(person.getByRole('alert')).toContainText('no file was saved')
  await page.unroute('**/people/export')

  const downloading = page.waitForEvent('download')
  await button.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^person-\d{4}-\d{2}-\d{2}\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as Exported
  expect(file.total).toBe(4)
  const of = (collection: string) => file.items.filter((one) => one.collection === collection)
  expect(of('waitlist')).toHaveLength(1)
  const [application] = of('career-applications')
  expect(Buffer.from(application?.resumeFileBase64 ?? '', 'base64')).toEqual(resume)
  const messages = of('contact-submissions')
  expect(messages.map((one) => one.held).sort()).toEqual([false, true])
  expect(messages.find((one) => one.held)?.holdReasons).not.toHaveLength(0)
  expect(messages.find((one) => !one.held)?.state['note']).toBe('Wants to know what we have.')
  await expect(person.getByRole('alert')).toBeHidden()
})

test('Escape closes only the top dialog', async ({ page, site }) => {
  const name = `On top ${Date.now()}`
  await sendMessage(site, { name, email: `top-${Date.now()}@example.com` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await row(page, name).getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  const dialog = (title: string) => page.getByRole('dialog', { name: title })
  const [record, person, question] = [dialog(name), dialog('Everything'), dialog('Erase')]
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(person).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await expect(record).toBeVisible()
  await expect(page.getByRole('button', { name: 'All from this person (1)' })).toBeFocused()

  // Escape closes the question about a note too, and keeps the note
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await page.getByRole('button', { name: 'Close' }).click()
  const leaving = page.getByRole('dialog', { name: 'Your note is not saved' })
  await expect(leaving).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leaving).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
})

test('j and k go through the records of a person, and through the log', async ({ page, site }) => {
  const stamp = Date.now()
  const email = `keys-${stamp}@example.com`
  for (const name of [`Keys ${stamp} 1`, `Keys ${stamp} 2`])
    await sendMessage(site, { name, email })
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await row(page, `Keys ${stamp} 2`).getByRole('link').click()
  await page.getByRole('button', { name: 'All from this person (2)' }).click()
  const links = page.getByRole('dialog', { name: 'Everything from' }).getByRole('link')
  await expect(links).toHaveCount(2)
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(links.nth(at)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(page.getByText('Marked').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // The browser goes back a moment later.
  await expect(page).toHaveURL(/tab=contact$/)

  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Log', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const lines = page.locator('.log a')
  await expect(lines.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(lines.first()).toBeFocused()
  // a record of the log closes to the log
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog.detail')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/tab=log$/)
  await expect(lines.first()).toBeVisible()
})

test('the first words of a person’s records end inside the dialog', async ({ page, site }) => {
  const email = `told-${Date.now()}@example.com`
  const id = await sendMessage(site, { name: 'Told', email, message: 'Many words. '.repeat(20) })
  await openAdmin(page, site)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/admin?tab=contact&record=${id}&person=yes`)
    const line = page.getByRole('dialog', { name: 'Everything from' }).locator('.gist')
    await expect(line).toContainText(/Due in .*Many words\./)
    const [words, state] = [line.locator('.preview'), line.locator('.due')]
    const right = (part: typeof line) => part.evaluate((one) => one.getBoundingClientRect().right)
    expect(await right(words)).toBeLessThanOrEqual(await right(line))
    expect((await state.boundingBox())?.height).toBeLessThan(24)
  }
})

test('two applications of a person say for which role each is', async ({ page, site }) => {
  const fullName = `Two roles ${Date.now()}`
  const email = `roles-${Date.now()}@example.com`
  const [first, second] = roles
  const id = await apply(site, { fullName, email, roleSlug: first?.slug })
  await apply(site, { fullName, email, roleSlug: second?.slug })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=careers&record=${id}&person=yes`)
  const lines = page.getByRole('dialog', { name: 'Everything from' }).locator('.gist')
  await expect(lines).toContainText([second?.title ?? '', first?.title ?? ''])
})

test('back in a record, its person is above it, and then its keys work', async ({
  page,
  site,
  allowConsole,
}) => {
  // A busy store asks for patience before it erases.
  allowConsole(/status of 503/)
  const email = `again-${Date.now()}@example.com`
  const name = `Again ${Date.now()}`
  // Its row takes the focus at the end.
  await sendMessage(site, { name: `${name} 0` })
  await sendMessage(site, { name: `${name} 1`, email })
  const id = await sendMessage(site, { name: `${name} 2`, email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await row(page, `${name} 2`).getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'All from this person (2)' }).click()
  const person = page.getByRole('dialog', { name: 'Everything from' })
  await person.getByRole('link').last().click()
  await expect(page.getByRole('heading', { name: `${name} 1` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(person.getByRole('button', { name: 'Erase all 2' })).toBeVisible()
  await person.getByRole('button', { name: 'Erase all 2' }).click()
  await page.getByRole('button', { name: 'Keep them' }).click()
  await linesRead(page)
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await markedRead(page)
  const readAgain = page.waitForResponse(
    (answer) => answer.url().endsWith(`/${id}`) && answer.request().method() === 'GET',
  )
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toContainText('Answered on')
  await readAgain

  await page.getByRole('button', { name: 'All from this person (2)' }).click()
  await linesRead(page)
  await person.getByRole('button', { name: 'Erase all 2' }).click()
  await page.getByRole('button', { name: 'Erase 2 records' }).click()
  await expect(page.getByText(`Erased 2 records from ${email}`)).toBeVisible()
  await expect(page.locator('tbody .open-record').first()).toBeFocused()
})

test('an erasure that fails leaves the focus on its button', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const id = await sendMessage(site, { name: 'Kept', email: `kept-${Date.now()}@example.com` })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}&person=yes`)
  await page.getByRole('button', { name: 'Erase all 1' }).press('Enter')
  await page.route('**/people/erase', (route) => route.fulfill({ status: 500, json: {} }))
  const erase = page.getByRole('button', { name: 'Erase 1 record' })
  await erase.press('Enter')
  await expect(page.getByRole('alert')).toContainText('It is unclear what was erased')
  await expect(erase).toBeFocused()
})
