import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

const { head, timeline, guilds, application, onward } = words('pages/eir')

test.beforeEach(({ page }) => page.goto('/eir'))

test('the days have their spans of weeks and a final gate', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(head.heading))
  const spans = page.locator('#days').getByRole('listitem')
  await expect(spans).toContainText(timeline.steps.map(({ when }) => shown(when)))
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

test('each guild states its work and its weeks', async ({ page }) => {
  const list = page.locator('.guilds').getByRole('listitem')
  for (const [index, { name, days }] of studio.model.guilds.entries()) {
    const guild = list.nth(index)
    await expect(guild.getByRole('heading')).toHaveText(name)
    await expect(guild.getByRole('img')).toHaveAccessibleName(`${guilds.weeks}: ${days.join(', ')}`)
  }
})

test('one click leads to the form, which promises an answer', async ({ page }) => {
  const [apply] = head.actions
  await page.getByRole('link', { name: apply?.label ?? '', exact: true }).click()
  const form = page.locator('#form')
  await expect(form).toBeInViewport()
  await expect(form.getByText(shown(application.lead))).toBeVisible()
})

test('the doors lead on', async ({ page }) => {
  await expectLinks(page.getByRole('main'), onward.doors)
})
