import { shown, studio, ventures, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

const { values, steps, onward } = words('pages/about')

test.beforeEach(({ page }) => page.goto('/about'))

test('each of the values names its price', async ({ page }) => {
  const list = page.getByRole('listitem').filter({ hasText: `${values.cost}:` })
  await expect(list.getByRole('heading')).toHaveText(studio.values.map(({ name }) => name))
})

test('the steps of the work are there, with their days', async ({ page }) => {
  for (const { name, when } of steps.list) {
    await expect(page.getByRole('heading', { level: 3, name: shown(name) })).toHaveCount(1)
    await expect(page.getByText(shown(when)).first()).toBeVisible()
  }
})

test('of all planned ventures, the present ones have a plate', async ({ page }) => {
  const [first] = ventures
  const lots = page.getByRole('list').filter({ has: page.getByAltText(first?.name ?? '') })
  await expect(lots.getByRole('img')).toHaveCount(studio.figures.ventures)
  await expect(lots.locator('li')).toHaveCount(studio.figures.plannedVentures)
})

test('the doors lead on', async ({ page }) => {
  await expectLinks(page.getByRole('main'), onward.doors)
})
