import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { row, signIn } from './people.ts'
import { settled } from './settled.ts'
import { apply, resume, sendMessage, sendMessages } from './submissions.ts'

test('a record shows all answers exactly as written', async ({ page, site }) => {
  const name = `Written ${Date.now()}`
  const message = `Two lines,\n\n    one of them indented.\n${'long'.repeat(200)}`
  await sendMessage(site, {
    name,
    email: 'ada+w@example.com',
    portfolioCompany: 'Onebotics',
    message,
  })
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await page.getByRole('link', { name }).click()
  const detail = page.getByRole('dialog', { name })
  await expect(detail).toContainText('Onebotics')
  const shown = detail.getByText('one of them indented.')
  expect(await shown.innerText()).toBe(message)
  const width = () => shown.evaluate((text) => text.scrollWidth - text.clientWidth)
  expect(await width()).toBeLessThanOrEqual(0)
  const mail = detail.getByRole('link', { name: 'ada+w@example.com' })
  await expect(mail).toHaveAttribute('href', 'mailto:ada%2Bw@example.com')
})

test('an application has its links and its resume', async ({ page, site }) => {
  const fullName = `Grace ${Date.now()}`
  const linkedIn = 'https://www.linkedin.com/in/grace'
  await apply(site, { fullName, linkedIn, resumeFileName: 'grace.pdf' })
  await signIn(page, site)
  await page.goto('/admin?tab=careers')
  const heads = page.getByRole('columnheader')
  await expect(heads).toContainText([
    '',
    'Full name',
    'Work email',
    'Role',
    'Role slug',
    'Location',
    'Years',
    'Created',
    'Actions',
  ])
  await page.getByRole('link', { name: fullName }).click()
  const detail = page.getByRole('dialog')
  const link = detail.getByRole('link', { name: linkedIn })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(detail).toContainText('3 KB, application/pdf')

  const downloading = page.waitForEvent('download')
  await detail.getByRole('link', { name: 'grace.pdf' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('grace.pdf')
  expect(await readFile(await download.path())).toEqual(resume)
})

test('an older record’s resume is saved as a PDF under any sent name', async ({ page, site }) => {
  const fullName = `Older ${Date.now()}`
  await apply(site, { fullName })
  await signIn(page, site)
  await page.route('**/api/admin/career-applications/*', async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, resumeFileName: 'Resume.exe' } })
  })
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: fullName }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Resume.exe.pdf' }).click()
  expect((await downloading).suggestedFilename()).toBe('Resume.exe.pdf')
})

test('a javascript: address is shown as text', async ({ page, site }) => {
  await apply(site, { fullName: 'Mallory' })
  await signIn(page, site)
  await page.route('**/api/admin/career-applications/*', async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, linkedIn: 'javascript:alert(1)', was: { a: [1] } } })
  })
  await page.goto('/admin?tab=careers')
  await page.getByRole('link', { name: 'Mallory' }).first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByText('javascript:alert(1)')).toBeVisible()
  await expect(detail.locator('a[href^="javascript"]')).toHaveCount(0)
  // answers to removed fields are shown too
  await expect(detail).toContainText('{"a":[1]}')
})

test('records can be read one after the other, and Back leads to the list', async ({
  page,
  site,
}) => {
  const name = `Read ${Date.now()}`
  await sendMessages(site, name, 3)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByRole('link', { name: `${name} 3` }).click()
  const heading = page.getByRole('dialog').getByRole('heading')
  await expect(heading).toHaveText(`${name} 3`)
  await page.getByRole('button', { name: 'Next' }).last().click()
  await expect(heading).toHaveText(`${name} 2`)
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 1`)
  await page.keyboard.press('ArrowLeft')
  await expect(heading).toHaveText(`${name} 2`)
  await page.reload()
  await expect(heading).toHaveText(`${name} 2`)
  // wait for the list too, because its row will take the focus
  await expect(page.getByRole('dialog').getByRole('status').first()).toContainText(/, 2 of \d+$/)

  // one step back is the list, two steps back the overview
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\?tab=contact$/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('deleting an open record opens the next one', async ({ page, site }) => {
  const name = `Worked off ${Date.now()}`
  await sendMessages(site, name, 2)
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  // The click comes before the record arrives.
  const pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'GET') await pressed.promise
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

test('the row of a record that another admin deleted disappears', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Gone ${Date.now()}`
  const [older = '', newer = ''] = await sendMessages(site, name, 2)
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 2`)).toBeVisible()
  const headers = { origin: site.url }
  for (const id of [older, newer]) {
    await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  }

  await row(page, `${name} 2`).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(page.getByText(`Already gone: the contact submission of ${name} 2`)).toBeInViewport()
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
  await signIn(page, site)
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
  await signIn(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const link = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  await expect(link(5)).toBeVisible()
  const headers = { origin: site.url }
  const vanish = (n: number) =>
    page.request.delete(`/api/admin/contact-submissions/${ids[n - 1]}`, { headers })
  const gone = (n: number) =>
    page.getByText(`Already gone: the contact submission of ${name} ${n}, ada@example.com`)

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
  await expect(detail.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await vanish(4)
  await detail.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(`${name} 3`)
  await page.keyboard.press('Escape')
  await expect(link(4)).toBeHidden()
  await expect(link(3)).toBeFocused()

  // open: the row stays until the record is closed, so that j works from there
  await vanish(3)
  await link(3).click()
  await expect(detail.getByRole('alert')).toContainText('This contact submission no longer exists')
  await page.keyboard.press('j')
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(`${name} 2`)
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
