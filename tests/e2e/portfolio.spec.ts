import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { cards, ventures } from './ventures.ts'

const portfolio = words('pages/portfolio')
const { impact } = portfolio
const { figures } = studio
const STAGES = ['Pre-Seed', 'Seed', 'Series A']

test('the page head has the figures, and the list has every venture', async ({ page }) => {
  await page.goto('/portfolio')
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toContainText(shown(portfolio.head.heading))
  for (const [at, stage] of STAGES.entries()) {
    const count = ventures.filter((one) => one.stage === stage).length
    const [before = '', after = ''] = (portfolio.head.stages[at] ?? '').split(/\{this.count[^}]*\}/)
    const rest = shown(before + after).trim()
    if (count > 0) await expect(headline).toContainText(rest)
    else await expect(headline).not.toContainText(rest)
  }
  await expect(cards(page)).toHaveCount(ventures.length)
  for (const [index, { name, sector, stage }] of ventures.entries()) {
    await expect(cards(page).nth(index).getByRole('heading')).toHaveText(name)
    await expect(cards(page).nth(index)).toContainText(sector)
    await expect(cards(page).nth(index)).toContainText(stage)
  }
  const cohort = page.locator('.stage-plot li')
  await expect(cohort).toHaveCount(6)
  for (const [index, { name }] of ventures.slice(0, 6).entries()) {
    await expect(cohort.nth(index)).toContainText(name)
  }
})

test('the spotlight and the impact scores are there', async ({ page }) => {
  await page.goto('/portfolio')
  const spotlight = page.locator('.spotlight')
  await expect(spotlight.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(spotlight.locator('dl > div')).toHaveCount(4)
  await expect(spotlight.locator('li')).toHaveCount(3)
  await expect(page.locator('.scores .readout')).toHaveText([
    `${figures.retention}${impact.retention}`,
    `${figures.jobs}${impact.jobs}`,
    `${figures.markets}${impact.markets}`,
    `${figures.capitalDeployedCard}${impact.capital}`,
  ])
})
