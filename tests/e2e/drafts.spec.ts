import { expect, test } from './fixtures.ts'
import { listed, message, openAdmin, pdf, sendButton, thanks, writeMessage } from './people.ts'

test('what was typed survives a reload, but for a file', async ({ page }) => {
  await page.goto('/careers?role=chief-revenue-officer')
  const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf(2_048) }
  await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
  await page.getByLabel('Full name').fill('Mary Jackson')
  await page.getByLabel('Cover letter').fill('Two\nlines.')
  await expect(page.getByText('cv.pdf')).toBeVisible()
  // elsewhere and back, so that it is not the browser that remembers
  await page.goto('/about')
  await page.goto('/careers')
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByLabel('Cover letter')).toHaveValue('Two\nlines.')
  await expect(page.getByLabel('Role')).toHaveValue('chief-revenue-officer')
  await expect(page.locator('[data-role=chief-revenue-officer] details')).toHaveAttribute('open')
  await expect(page.getByText('cv.pdf')).toBeHidden()
})

test('checked boxes survive too', async ({ page }) => {
  await page.goto('/investors')
  await page.getByLabel('Seed', { exact: true }).check()
  await page.getByLabel('Firm').fill('Engine Fund')
  await page.reload()
  await expect(page.getByLabel('Firm')).toHaveValue('Engine Fund')
  await expect(page.getByLabel('Seed', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Growth')).not.toBeChecked()
})

test('each waitlist form keeps its own', async ({ page }) => {
  await page.goto('/calmist')
  await page.locator('#waitlist-end').getByLabel('Email').fill('ada@engine.test')
  await page.goto('/founders-journal')
  await page.goto('/calmist')
  await expect(page.locator('#waitlist-end').getByLabel('Email')).toHaveValue('ada@engine.test')
  await expect(page.locator('#waitlist').getByLabel('Email')).toHaveValue('')
})

test('after a message is sent nothing of it is left behind', async ({ page }) => {
  await page.goto('/contact')
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await page.goto('/contact')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a draft is forgotten after a day', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Full name').fill(message.name)
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1_000)
  await page.goto('/about')
  await page.goto('/contact')
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a retry after a lost answer and a reload is still the same message', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_|Failed to load/)
  await openAdmin(page, site)
  const { total } = await listed(page, 'contact-submissions')
  await page.goto('/contact')
  await writeMessage(page)
  await page.route('**/api/forms/contact', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/forms/contact')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect((await listed(page, 'contact-submissions')).total).toBe(total + 1)
})
