import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/eir'))

test('the ninety days have three spans of weeks and a final gate', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ninety days/)
  const spans = page.locator('#days').getByRole('listitem')
  await expect(spans).toContainText(['Week 1', 'Weeks 2–6', 'Weeks 7–12', 'Day 90'])
})

test('every day has the same length on the ruler', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const spans = page.locator('.day-ruler i')
    const wide = await spans.evaluateAll((all) => all.map((i) => i.getBoundingClientRect().width))
    const day = (wide[0] ?? 0) / 7
    for (const [span, days] of [7, 35, 42, 6].entries()) {
      expect((wide[span] ?? 0) / day, `at ${width}`).toBeCloseTo(days, 1)
    }
  }
})

test('four guilds state their work and their weeks', async ({ page }) => {
  const guilds = page.locator('.guilds').getByRole('listitem')
  await expect(guilds.getByRole('heading')).toHaveText([
    'Discovery',
    'Product',
    'GTM',
    'Capital and Ops',
  ])
  await expect(guilds.first().getByRole('img')).toHaveAccessibleName(
    /^Days a week, from week 1 to week 12: 5, 5, 4/,
  )
})

test('one click leads to the form, which promises an answer', async ({ page }) => {
  await page.getByRole('link', { name: 'Apply', exact: true }).click()
  const form = page.locator('#form')
  await expect(form).toBeInViewport()
  await expect(form.getByText('within five business days').first()).toBeVisible()
})

test('the page links to the portfolio and to the services', async ({ page }) => {
  const main = page.getByRole('main')
  const portfolio = main.getByRole('link', { name: 'See what we build' })
  const services = main.getByRole('link', { name: 'See how we build' })
  await expect(portfolio).toHaveAttribute('href', '/portfolio')
  await expect(services).toHaveAttribute('href', '/what-we-do')
})
