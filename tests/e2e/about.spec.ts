import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/about'))

test('each of the four values names its price', async ({ page }) => {
  const values = page.getByRole('listitem').filter({ hasText: 'What it costs:' })
  await expect(values.getByRole('heading')).toHaveText([
    'Operator-first',
    'Velocity with rigor',
    'Founder obsession',
    'Learning compounds',
  ])
})

test('the work has four steps', async ({ page }) => {
  const headings = page.getByRole('heading', { level: 3 })
  for (const step of [
    'Ideation and validation',
    'Product and launch',
    'Growth and scale',
    'Fundraising and governance',
  ]) {
    await expect(headings.filter({ hasText: step })).toHaveCount(1)
  }
  await expect(page.getByText('in the market after 90–120 days')).toBeVisible()
})

test('eight of twenty lots have a venture', async ({ page }) => {
  const lots = page.getByRole('list').filter({ has: page.getByAltText('MeetDistributor') })
  await expect(lots.getByRole('img')).toHaveCount(8)
  await expect(lots.locator('li')).toHaveCount(20)
})

test('the page links to the portfolio and to the contact form', async ({ page }) => {
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'See the portfolio' })).toHaveAttribute(
    'href',
    '/portfolio',
  )
  await main.getByRole('link', { name: 'Talk to the studio' }).click()
  await expect(page).toHaveURL(/\/contact$/)
})
