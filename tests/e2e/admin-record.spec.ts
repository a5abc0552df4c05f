import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { row, signIn } from './people.ts'
import { apply, resume, sendMessage, sendMessages } from './submissions.ts'

test('a record shows all of it as it was written', async ({ page, site }) => {
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
  await page.getByRole('button', { name }).click()
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
  await page.getByRole('button', { name: fullName }).click()
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

test('an address that would run is text', async ({ page, site }) => {
  await apply(site, { fullName: 'Mallory' })
  await signIn(page, site)
  await page.route('**/api/admin/career-applications/*', async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, linkedIn: 'javascript:alert(1)', was: { a: [1] } } })
  })
  await page.goto('/admin?tab=careers')
  await page.getByRole('button', { name: 'Mallory' }).first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByText('javascript:alert(1)')).toBeVisible()
  await expect(detail.locator('a[href^="javascript"]')).toHaveCount(0)
  // what the form does not name any more is shown all the same
  await expect(detail).toContainText('{"a":[1]}')
})

test('records are read one after the other, and Back leads to the list', async ({ page, site }) => {
  const name = `Read ${Date.now()}`
  await sendMessages(site, name, 3)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await page.getByRole('button', { name: `${name} 3` }).click()
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
  // its list is there too: the row will take the focus
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/, 2 of \d+$/)

  // one step back is the list, another one the overview
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: `${name} 2` })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\?tab=contact$/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('a record deleted while it is read gives way to the next one', async ({ page, site }) => {
  const name = `Worked off ${Date.now()}`
  await sendMessages(site, name, 2)
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await page.getByRole('button', { name: `${name} 2` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this contact submission?' })
  await expect(question).toContainText(`${name} 2, ada@example.com`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(`${name} 1`)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, `${name} 2`)).toBeHidden()
  await expect(row(page, `${name} 1`)).toBeVisible()
})

test('what another admin has deleted is told', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 404/)
  const name = `Gone ${Date.now()}`
  const id = await sendMessage(site, { name })
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, name)).toBeVisible()
  const headers = { origin: site.url }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })

  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to delete contact submission. It was already deleted.',
  )
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(row(page, name)).toBeHidden()

  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('alert')).toContainText('no such contact submission any more')
})
