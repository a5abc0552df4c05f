import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/investors'))

test('three figures give the reasons', async ({ page }) => {
  const figures = page.locator('#why').getByRole('listitem')
  await expect(figures).toHaveCount(3)
  await expect(figures).toContainText(['72% follow-on within 9 months', '3.2x', '8 ventures'])
  await expect(page.getByText('Pre-seed to Series A', { exact: true })).toBeVisible()
})

test('the page head links to the figures and to the form', async ({ page }) => {
  await page.getByRole('link', { name: 'See the three figures' }).click()
  await expect(page.locator('#why')).toBeInViewport()
  await page.getByRole('link', { name: 'Ask for the data room' }).click()
  await expect(page.locator('#form')).toBeInViewport()
  await expect(page).toHaveURL(/#form$/)
})

test('the page promises an answer within two business days', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 2, name: /two business days/ })
  await expect(heading).toHaveText('The data room and next steps, within two business days.')
})

test('the thanks promise what was asked for', async ({ page }) => {
  for (const [answer, promise] of [
    ['Later - talk to me first', /the data room comes after that/],
    ['No - keep me informed', /without the data room/],
  ] as const) {
    await page.goto('/investors')
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByLabel('Email', { exact: true }).fill('ada@fund.test')
    await page.getByLabel('Data room').selectOption(answer)
    await page.getByRole('button', { name: 'Submit interest' }).click()
    await expect(page.locator('#form .sent')).toContainText(promise)
    await expect(page.locator('#form .sent')).toContainText('within two business days')
  }
})

test('the page links to the ventures and to the services', async ({ page }) => {
  const main = page.getByRole('main')
  const ventures = main.getByRole('link', { name: 'See the ventures' })
  const building = main.getByRole('link', { name: 'See how we build' })
  await expect(ventures).toHaveAttribute('href', '/portfolio')
  await expect(building).toHaveAttribute('href', '/what-we-do')
})
