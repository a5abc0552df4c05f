import type { Page } from 'playwright/test'
import { contact } from '#forms/contact.ts'
import { shown, words } from '../content.ts'
import { installCallClock } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { message, sendButton, thanks, writeMessage } from './people.ts'

/** Requests that neither fail nor are answered: no press stays without an answer. */

const all = words('forms/all-forms')
const { submit } = words('forms/contact')
const loadFailed = shown(all.loadFailed, { button: submit.label })
const CODE = '**/_astro/*.js'

test.beforeEach(({ page }) => installCallClock(page))

/** Lets these requests hang; resolves with the first of them. */
async function stall(page: Page, address: string): Promise<{ asked: Promise<void> }> {
  const { promise: asked, resolve } = Promise.withResolvers<undefined>()
  await page.route(address, () => {
    resolve(undefined)
  })
  return { asked }
}

test('code that does not come is said after ten seconds, and the next press sends the form', async ({
  page,
}) => {
  await page.goto('/contact')
  const { asked } = await stall(page, CODE)
  await writeMessage(page)
  // The same answers within the hour would be one message with those of another test.
  const text = `${message.text} ${Date.now()}`
  await page.getByLabel('Message').fill(text)
  await sendButton(page).click()
  await asked
  await page.clock.fastForward(10_000)
  await expect(page.getByText(loadFailed)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(text)
  // The browser’s own submission: its island still has no code.
  await sendButton(page).click()
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL(/\/sent\/contact$/)
})

test('a venture’s card leads to its page if its code does not come', async ({ page }) => {
  await page.goto('/portfolio')
  const { asked } = await stall(page, CODE)
  const card = page.locator('a[aria-haspopup]').first()
  const address = (await card.getAttribute('href')) ?? ''
  await card.click()
  await asked
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL(address)
})

for (const address of ['**/updated.js*', '**/build.json']) {
  test(`a failure is said although ${address.slice(3)} is not answered`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED/)
    await page.goto('/contact')
    await writeMessage(page)
    await page.route('**/api/forms/challenge*', (route) => route.abort())
    const { asked } = await stall(page, address)
    await sendButton(page).click()
    await asked
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('alert')).toHaveText(contact.failure)
    await expect(sendButton(page)).toBeEnabled()
  })
}

test('a bot check whose worker does not come is said, and the next press sends', async ({
  page,
}) => {
  await page.goto('/contact')
  await writeMessage(page)
  const { asked } = await stall(page, '**/pbkdf2*')
  await sendButton(page).click()
  await asked
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('alert')).toHaveText(contact.failure)
  await page.unroute('**/pbkdf2*')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})
