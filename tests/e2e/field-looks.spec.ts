import { words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'

/** Tests the look of fields and buttons on both backgrounds; an app's page has a form on each. */

test('a waiting button keeps its fill and animates its ruler', async ({ page }) => {
  await withoutTimeLimits(page)
  await page.goto('/calmist')
  for (const id of ['waitlist', 'waitlist-end']) {
    const button = page.locator(`#${id}`).getByRole('button')
    await button.scrollIntoViewIfNeeded()
    const look = () =>
      button.evaluate((element) => {
        const { backgroundColor, color, borderStyle } = getComputedStyle(element)
        return { backgroundColor, color, borderStyle }
      })
    const before = await look()
    await page.route('**/api/forms/waitlist', () => undefined)
    await page.locator(`#${id}`).getByLabel('Email').fill('ada@engine.test')
    await button.click()
    await expect(button).toHaveText(words('forms/waitlist').submit.busy)
    expect(await look(), id).toEqual(before)
    const ruler = await button.evaluate((element) => {
      const { display, animationName } = getComputedStyle(element, '::after')
      return `${display} ${animationName}`
    })
    expect(ruler, id).toBe('block unroll')
  }
})

test('an empty field does not look filled', async ({ page }) => {
  await page.goto('/calmist')
  for (const id of ['waitlist', 'waitlist-end']) {
    const [value, hint] = await page
      .locator(`#${id}`)
      .getByLabel('Email')
      .evaluate((input) => [
        getComputedStyle(input).color,
        getComputedStyle(input, '::placeholder').color,
      ])
    expect(hint, id).not.toBe(value)
  }
})

/** The colours of an element's parts and of its background. */
const inkOf = (element: Element) => {
  const { color, backgroundColor, outlineColor, borderColor } = getComputedStyle(element)
  return { ground: backgroundColor, drawn: [color, outlineColor, borderColor] }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: text, focus ring and error are visible`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await page.goto('/calmist')
    for (const id of ['waitlist', 'waitlist-end']) {
      const form = page.locator(`#${id}`)
      await form.getByRole('button').click()
      await expect(form.getByLabel('Email')).toBeFocused()
      for (const part of [form.getByLabel('Email'), form.locator('.error')]) {
        const { ground, drawn } = await part.evaluate(inkOf)
        expect(drawn, id).not.toContain(ground)
      }
    }
  })
}
