import { expect, test } from './fixtures.ts'
import { sendButton, thanks, writeMessage } from './people.ts'

/** The consent text beside the button of each form. */
const forms: [path: string, form: string, says: RegExp][] = [
  ['/contact', 'form.sheet', /agree that we keep it to answer you/],
  ['/careers', 'form.sheet', /keep your details and resume for this hiring process/],
  ['/investors', 'form.sheet', /use it to reply and send what you asked for/],
  ['/eir', 'form.sheet', /use it to consider your profile and to reply/],
  ['/calmist', '#waitlist', /email you when Calmist is out/],
  ['/calmist', '#waitlist-end', /email you when Calmist is out/],
]

for (const [path, selector, says] of forms) {
  test(`${path} ${selector} says how the answers are used`, async ({ page }) => {
    await page.goto(path)
    const form = page.locator(selector)
    const consent = form.locator('.consent')
    await expect(consent).toHaveText(says)
    await expect(consent).toContainText('18 or over')
    await expect(consent.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/privacy-policy',
    )
    // The text is next to the button, and no box is checked in advance.
    const [sentence, button] = await Promise.all([
      consent.boundingBox(),
      form.locator('[type=submit]').boundingBox(),
    ])
    const above = (button?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0)
    const below = (sentence?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
    expect(Math.max(above, below)).toBeLessThan(60)
    await expect(form.locator(':checked:not(option)')).toHaveCount(0)
  })
}

test('a visitor who reads pages and sends a form gets no cookie', async ({ page }) => {
  await page.goto('/')
  await page.goto('/contact')
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})
