import { expect, test } from './fixtures.ts'
import { appPages, pageOf, ventures } from './ventures.ts'

test('every venture’s page has its facts, its links and its neighbours', async ({ page }) => {
  for (const [index, [name, sector, stage, category]] of ventures.entries()) {
    await page.goto(pageOf(name))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const facts = page.locator('.specification')
    for (const [label, value] of Object.entries({ Stage: stage, Sector: sector }))
      await expect(facts.locator('div', { hasText: label }).first(), name).toContainText(value)
    await expect(facts.getByText(category, { exact: true })).toBeVisible()
    await expect(page.getByText('Signature metric')).toBeVisible()
    // A fact that nobody has given has no row.
    await expect(page.getByText('Founders', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Visit website' })).toHaveCount(0)

    const contact = page.getByRole('link', { name: `Contact the studio about ${name}` })
    await expect(contact.first()).toHaveAttribute(
      'href',
      `/contact?company=${encodeURIComponent(name)}`,
    )
    const app = page.getByRole('link', { name: 'Learn more / Join waitlist' })
    if (appPages[name]) await expect(app).toHaveAttribute('href', appPages[name])
    else await expect(app, name).toHaveCount(0)

    for (const [rel, neighbour] of [
      ['prev', ventures[index - 1]],
      ['next', ventures[index + 1]],
    ] as const) {
      const link = page.locator(`main a[rel=${rel}]`)
      if (neighbour) await expect(link).toHaveAttribute('href', pageOf(neighbour[0]))
      else await expect(link).toHaveCount(0)
    }
    await expect(page.getByRole('link', { name: 'All ventures' })).toHaveAttribute(
      'href',
      '/portfolio',
    )
  }
})

test('the featured venture’s page shows what the spotlight knows', async ({ page }) => {
  await page.goto('/portfolio')
  await page.locator('.spotlight').getByRole('link', { name: 'Onebotics' }).click()
  await expect(page).toHaveURL(pageOf('Onebotics'))
  await expect(page.locator('.results li')).toHaveCount(3)
  await expect(page.locator('.specification')).toContainText('₹10 lakh')
  await expect(page.locator('.specification').getByText('Stage', { exact: true })).toHaveCount(1)
})

test('the dialog leads to the venture’s page', async ({ page }) => {
  await page.goto('/portfolio')
  await page.locator('.cards').getByRole('link', { name: 'Dhvani' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open its page' }).click()
  await expect(page).toHaveURL(pageOf('Dhvani'))
})
