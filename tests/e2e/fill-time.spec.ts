import type { Page } from 'playwright/test'
import { mintedAt } from '#forms/attempt.ts'
import { words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { listed, message, openAdmin, sendButton, thanks, writeMessage } from './people.ts'

const { sent } = words('forms/contact')

/** Fills and sends the form at once, as a program does. */
async function sendAtOnce(page: Page, name: string) {
  await page.goto('/contact')
  await page.evaluate(
    (values) => {
      for (const [label, value] of Object.entries(values)) {
        const field = [...document.querySelectorAll('label')].find(({ innerText }) =>
          innerText.startsWith(label),
        )?.control
        Object.assign(field ?? {}, { value })
      }
    },
    { 'Full name': name, 'Email address': message.email, Message: message.text },
  )
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
}

/** True if the messages of a query, by default the newest ones, have this name. */
async function has(page: Page, name: string, query = '') {
  const { items } = await listed(page, `contact-submissions${query}`)
  return items.some((item) => item['name'] === name)
}

test.describe('with a correct clock', () => {
  test.use({ fillTimeMs: 0 })

  test('a form filled in at once is thanked for and held', async ({ page, site }) => {
    await openAdmin(page, site)
    // On a busy machine, sending can take two seconds; then another try is quicker. It may take many.
    test.setTimeout(900_000)
    let tries = 0
    await expect(async () => {
      const name = `Quick ${(tries += 1)} ${Date.now()}`
      await sendAtOnce(page, name)
      expect(await has(page, name, '?state=held')).toBe(true)
      expect(await has(page, name)).toBe(false)
    }).toPass()
  })
})

test('a form filled in slowly is not held', async ({ page, site }) => {
  await openAdmin(page, site)
  const name = `Slow ${Date.now()}`
  await sendAtOnce(page, name)
  expect(await has(page, name)).toBe(true)
  expect(await has(page, name, '?state=held')).toBe(false)
})

test('a correction that is typed during sending began with the first message', async ({ page }) => {
  await withoutTimeLimits(page)
  await page.goto('/contact')
  const began: (number | undefined)[] = []
  const arrived = Promise.withResolvers<undefined>()
  const mayGo = Promise.withResolvers<undefined>()
  await page.route('**/api/forms/contact', async (route) => {
    began.push(mintedAt(route.request().headers()['idempotency-key'] ?? ''))
    arrived.resolve(undefined)
    await mayGo.promise
    await route.continue()
  })
  await writeMessage(page)
  await sendButton(page).click()
  await arrived.promise
  await page.getByLabel('Message').fill('On second thought, let us meet.')
  mayGo.resolve(undefined)
  await page.getByRole('button', { name: sent.again }).click()
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect(began).toEqual([expect.any(Number), began[0]])
})
