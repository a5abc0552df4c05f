import { apps, shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { sendButton, thanks, writeMessage } from './people.ts'

const [app] = apps
const joining = shown(words('forms/waitlist').consent, { app: app?.name ?? '' })

/** The consent text beside the button of each form. */
const forms: [path: string, form: string, says: string][] = [
  ['/contact', 'form.sheet', shown(words('forms/contact').consent)],
  ['/careers', 'form.sheet', shown(words('forms/careers').consent)],
  ['/investors', 'form.sheet', shown(words('forms/investor').consent)],
  ['/eir', 'form.sheet', shown(words('forms/eir').consent)],
  [`/${app?.id}`, '#waitlist', joining],
  [`/${app?.id}`, '#waitlist-end', joining],
]

for (const [path, selector, says] of forms) {
  test(`${path} ${selector} says how the answers are used`, async ({ page }) => {
    await page.goto(path)
    const form = page.locator(selector)
    const consent = form.locator('.consent')
    await expect(consent).toHaveText(says)
    await expect(consent).toContainText(`${studio.legal.minimumAge}`)
    await expect(consent.locator('a[href="/privacy-policy"]')).toBeVisible()
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
