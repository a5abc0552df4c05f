import { expect, test } from './fixtures.ts'

/** How a field and its button look on either ground: an app's page has its form on both. */

test('a button that waits keeps its fill and runs its ruler', async ({ page }) => {
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
    await expect(button).toHaveText('Joining…')
    expect(await look(), id).toEqual(before)
    const ruler = await button.evaluate((element) => {
      const { display, animationName } = getComputedStyle(element, '::after')
      return `${display} ${animationName}`
    })
    expect(ruler, id).toBe('block load')
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

/** What is drawn on a ground, and the ground. */
const inkOf = (element: Element) => {
  const { color, backgroundColor, outlineColor, borderColor } = getComputedStyle(element)
  return { ground: backgroundColor, drawn: [color, outlineColor, borderColor] }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: what is typed, its ring and its error are seen`, async ({
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
