import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

const { services, system, pillars, offers, onward } = words('pages/what-we-do')

test.beforeEach(({ page }) => page.goto('/what-we-do'))

test('services, phases and pillars are in their order', async ({ page }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 3 })
  const all = [...services.list, ...system.phases, ...pillars.list]
  await expect(headings).toHaveText(all.map(({ name }) => shown(name)))
})

test('the bars of the phases have the length of their weeks', async ({ page }) => {
  const { sprintWeeks, discoveryWeeks } = studio.model
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bars = page.locator('.weeks > li > i')
    const [first, second] = await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))
    expect((second ?? 0) / (first ?? 1), `at ${width}`).toBeCloseTo(sprintWeeks / discoveryWeeks, 1)
  }
  // The page is wide now, and its pillars are equal.
  const pillarSizes = await page
    .locator('.elevation li')
    .evaluateAll((all) =>
      all.map((pillar) => [pillar.clientWidth, getComputedStyle(pillar, '::after').height].join()),
    )
  expect(new Set(pillarSizes).size).toBe(1)
})

test('the page links to the next steps for founders and investors', async ({ page }) => {
  const links = [...offers.list.map(({ action }) => action), ...onward.doors]
  await expectLinks(page.getByRole('main'), links)
})
