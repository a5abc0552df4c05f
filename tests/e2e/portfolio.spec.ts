import { expect, test } from './fixtures.ts'
import { cards, ventures } from './ventures.ts'

test('the page head has the figures, and the list has every venture', async ({ page }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^\s*Eight ventures\.\s+Two\s+at pre-seed,\s+six\s+at seed\.\s*$/,
  )
  await expect(cards(page)).toHaveCount(ventures.length)
  for (const [index, [name, sector, stage]] of ventures.entries()) {
    await expect(cards(page).nth(index).getByRole('heading')).toHaveText(name)
    await expect(cards(page).nth(index)).toContainText(sector)
    await expect(cards(page).nth(index)).toContainText(stage)
  }
  const cohort = page.locator('.stage-plot li')
  await expect(cohort).toHaveCount(6)
  for (const [index, [name]] of ventures.slice(0, 6).entries()) {
    await expect(cohort.nth(index)).toContainText(name)
  }
})

test('the spotlight and the impact scores are there', async ({ page }) => {
  await page.goto('/portfolio')
  const spotlight = page.locator('.spotlight')
  await expect(spotlight.getByRole('heading', { name: 'Onebotics' })).toBeVisible()
  await expect(spotlight.locator('dl > div')).toHaveCount(4)
  await expect(spotlight.locator('li')).toHaveCount(3)
  await expect(spotlight).toContainText('1 active')
  await expect(spotlight).toContainText('₹10 lakh')
  await expect(page.locator('.scores .readout')).toHaveText([
    /₹80LCr\s*capital deployed/,
    /72%\s*portfolio retention/,
    /100\+\s*jobs created/,
    /7\s*markets/,
  ])
})
