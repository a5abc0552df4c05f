import type { Page, Route } from 'playwright/test'
import { words } from '../content.ts'
import { installCallClock, withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { message, sendButton, thanks, writeMessage } from './people.ts'

const failed = 'We could not send your message. Please try again.'
const { submit, sent, clear } = words('forms/contact')

/** Replaces the answer of the contact function. */
const answerWith = (page: Page, status: number, body?: object) =>
  page.route('**/api/forms/contact', (route) =>
    body ? route.fulfill({ status, json: body }) : route.fulfill({ status, body: '<p>Oops' }),
  )

test('an empty form names the missing fields and moves to the first one', async ({ page }) => {
  await page.goto('/contact')
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please review the highlighted fields.')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Full name is required.')
  await expect(page.getByText('Email address is required.')).toBeVisible()
  await expect(page.getByText('Please tell us about your request.')).toBeVisible()
  await expect(page.getByLabel('Company', { exact: false }).first()).toBeEditable()

  // editing a field removes its message and the general one, and no other
  await page.getByLabel('Full name').fill('Ada')
  await expect(page.getByText('Full name is required.')).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByText('Email address is required.')).toBeVisible()

  await page.getByLabel('Email address').fill('ada at example.com')
  await sendButton(page).click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email address')).toBeFocused()
})

test('during sending, the button says so and is disabled', async ({ page }) => {
  await withoutTimeLimits(page)
  await page.goto('/contact')
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/forms/contact', async (route) => {
    await gate
    await route.continue()
  })
  await writeMessage(page)
  await sendButton(page).click()
  const busy = page.getByRole('button', { name: submit.busy })
  await expect(busy).toBeDisabled()
  release()
  await expect(thanks(page)).toBeVisible()
})

test('the browser asks before it leaves a message that is being sent, and not later', async ({
  page,
}) => {
  await withoutTimeLimits(page)
  await page.goto('/contact')
  const arrived = Promise.withResolvers<Route>()
  await page.route('**/api/forms/contact', arrived.resolve)
  await writeMessage(page)
  await sendButton(page).click()
  const route = await arrived.promise
  const asked = page.waitForEvent('dialog')
  const left = page.evaluate(() => {
    location.assign('/about')
  })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await left
  await route.continue()
  await expect(thanks(page)).toBeVisible()

  page.on('dialog', () => {
    throw new Error('The message is sent already.')
  })
  await page.evaluate(() => {
    location.assign('/about')
  })
  await expect(page).toHaveURL(/\/about$/)
})

test('the company in the address is prefilled, followed, cleared and kept', async ({ page }) => {
  const company = page.getByLabel('Portfolio company of interest')
  await page.goto('/contact?company=Founder%E2%80%99s%20Journal')
  await expect(company).toHaveValue('Founder’s Journal')

  // the company follows the address
  await page.evaluate(() => history.pushState(null, '', '?company=Axel%20AI'))
  await expect(company).toHaveValue('Axel AI')

  // Clear empties the field
  await page.getByRole('button', { name: clear.label }).click()
  await expect(company).toHaveValue('')
  await expect(company).toBeFocused()
  await expect(page.getByRole('button', { name: clear.label })).toBeHidden()

  // after sending, the company is back, and the subject is the default again
  await writeMessage(page)
  await page.getByLabel('Subject').selectOption('Other')
  await sendButton(page).click()
  await page.getByRole('button', { name: sent.again }).click()
  await expect(company).toHaveValue('Axel AI')
  await expect(page.getByLabel('Subject')).toHaveValue('General Inquiry')
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByLabel('Full name')).toBeFocused()
})

const failures: [string, number, object | undefined, string][] = [
  ['the server’s words', 503, { error: 'The studio is closed.' }, 'The studio is closed.'],
  ['an empty message', 500, { error: ' ' }, failed],
  ['an answer without an error field', 503, { message: 'Closed.' }, failed],
  ['no JSON', 502, undefined, failed],
  ['a success that is none', 200, { fine: true }, failed],
  ['a success without a reference', 201, { ok: true, id: null }, failed],
]

test('every failed answer keeps the typed text', async ({ page, allowConsole }) => {
  allowConsole(/status of \d+/)
  for (const [what, status, body, words] of failures) {
    await page.goto('/contact')
    await answerWith(page, status, body)
    await writeMessage(page)
    await sendButton(page).click()
    await expect(page.getByRole('alert'), what).toHaveText(words)
    await expect(page.getByLabel('Message'), what).toHaveValue(message.text)
    await expect(sendButton(page), what).toBeEnabled()
  }
})

test('a field error from the server is shown like any other', async ({ page, allowConsole }) => {
  allowConsole(/status of 422/)
  await page.goto('/contact')
  const [error, words] = ['Look again.', 'No mail reaches this address.']
  await answerWith(page, 422, { error, fields: { email: words } })
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(error)
  await expect(page.getByLabel('Email address')).toBeFocused()
  await expect(page.getByText(words)).toBeVisible()
})

test('an answer that refuses a field leaves the focus to somebody who types on', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 422/)
  await withoutTimeLimits(page)
  await page.goto('/contact')
  const email = page.getByLabel('Email address')
  const text = page.getByLabel('Message')
  const fields = { email: 'No mail reaches this address.' }
  /** Sends the form, does something meanwhile, and has it refused. */
  async function refused(send: () => Promise<void>, meanwhile?: () => Promise<void>) {
    const arrived = Promise.withResolvers<Route>()
    await page.route('**/api/forms/contact', arrived.resolve, { times: 1 })
    await send()
    const route = await arrived.promise
    await meanwhile?.()
    await route.fulfill({ status: 422, json: { error: 'Look again.', fields } })
    await expect(page.getByText(fields.email)).toBeVisible()
  }
  await writeMessage(page)
  await refused(
    () => sendButton(page).click(),
    async () => {
      await email.fill('ada@engine.test')
      await text.focus()
    },
  )
  await page.keyboard.type('!')
  await expect(text).toHaveValue(`${message.text}!`)
  await expect(email).toHaveValue('ada@engine.test')

  const name = page.getByLabel('Full name')
  await refused(
    () => name.press('Enter'),
    () => name.press('!'),
  )
  await expect(name).toBeFocused()

  // somebody who waits is led to the field
  await refused(() => name.press('Enter'))
  await expect(email).toBeFocused()
})

test('a call without an answer ends after ten seconds', async ({ page }) => {
  await installCallClock(page)
  await page.goto('/contact')
  const sent = page.waitForRequest('**/api/forms/contact')
  await page.route('**/api/forms/contact', () => {})
  await writeMessage(page)
  await sendButton(page).click()
  await sent
  // The clock stands after these five seconds, however long the next look takes.
  await page.clock.pauseAt(Date.now() + 5_000)
  await expect(page.getByRole('button', { name: submit.busy })).toBeVisible()
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('alert')).toHaveText(failed)
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
})

test('a bot check that can’t run is reported like any failure', async ({ page, allowConsole }) => {
  allowConsole(/status of 503/)
  await page.goto('/contact')
  await page.route('**/api/forms/challenge**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Something about the challenge.' } }),
  )
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(failed)
})

test('a retry after a lost answer sends the same key, an edit makes a new one', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/)
  await page.goto('/contact')
  const keys: string[] = []
  await page.route('**/api/forms/contact', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The first two answers are lost on the way back.
    if (keys.length > 2) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(failed)
  await sendButton(page).click()
  await expect.poll(() => keys.length).toBe(2)
  await expect(page.getByRole('alert')).toHaveText(failed)
  expect(keys[1]).toBe(keys[0])
  await page.getByLabel('Message').fill('On second thought, let us meet.')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect(keys[2]).not.toBe(keys[0])
  expect(keys[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test('the trap field is hidden from people', async ({ page }) => {
  await page.goto('/contact')
  const trap = page.locator('input[name=website]')
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await expect(trap).not.toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0)
})
