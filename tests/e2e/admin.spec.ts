import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import {
  allAnswered,
  row,
  sendButton,
  signIn,
  thanks,
  wholeOverview,
  writeMessage,
} from './people.ts'

async function aMessageFrom(page: Page, name: string) {
  await page.goto('/contact')
  await writeMessage(page, { name })
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
}

/** The overview's cards. Each sends a request; a request for replies due today may come too. */
const CARDS = 5

const openContact = (page: Page) => page.getByRole('tab', { name: 'Contact' }).click()

const confirmDelete = async (page: Page, name: string) => {
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

test('without a session the dashboard leads to the sign-in', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('The form could not load')).toBeHidden()
})

test('a failed sign-in says so and keeps the address', async ({ page, allowConsole }) => {
  allowConsole(/status of (401|500)/)
  await page.goto('/admin/login')
  const button = page.getByRole('button', { name: 'Sign In', exact: true })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Email and password are both required.')

  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByLabel('Password').fill('a wrong password')
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.com')

  // A response without the API's error format is not from the API.
  for (const body of ['Oops', '{}', '{"message":"Oops"}', '{"error":""}', '["Oops"]']) {
    const answer = { status: 500, contentType: 'application/json', body }
    await page.route('**/api/admin/login', (route) => route.fulfill(answer))
    const answered = page.waitForResponse('**/api/admin/login')
    await button.click()
    await answered
    await expect(page.getByRole('alert')).toHaveText('Login failed')
  }
})

test('during the sign-in, the button says so', async ({ page, site }) => {
  await page.goto('/admin/login')
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/login', async (route) => {
    await gate
    await route.continue()
  })
  await page.getByLabel('Email').fill(site.admin.email)
  await page.getByLabel('Password').fill(site.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled()
  release()
  await expect(page).toHaveURL(/\/admin$/)
})

test('logout ends the session at once', async ({ page, context, site, allowConsole }) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  const saved = await context.cookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await context.addCookies(saved)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('a stale session is refreshed once for all waiting calls', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  await openContact(page)
  await expect(page.getByText('Export CSV')).toBeVisible()
  let refused = 0
  let refreshes = 0
  await page.route(/\/api\/admin\/[\w-]+(\/projects|\?)/, async (route) => {
    if (refreshes > 0) return route.continue()
    refused++
    await route.fulfill({ status: 401, json: { error: 'Unauthorized' } })
  })
  await page.route('**/api/admin/refresh', async (route) => {
    // Wait until every card was refused, so that each call needs the refresh.
    await expect.poll(() => refused).toBeGreaterThanOrEqual(CARDS)
    refreshes++
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Overview' }).click()
  const cards = page.locator('.count-cards li')
  await expect(cards).toHaveText(Array<RegExp>(CARDS).fill(/\d/))
  await expect(page.getByRole('alert')).toBeHidden()
  expect(refreshes).toBe(1)
})

test('the banner reports a session that can’t be refreshed', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  // What the overview still asks for would open the sign-in above the tabs.
  await wholeOverview(page)
  await allAnswered(page)
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 401, json: { error: 'Unauthorized' } }),
  )
  await openContact(page)
  await expect(page.getByRole('alert')).toHaveText('Unauthorized')
})

test('a list that can’t be read says so', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  await signIn(page, site)
  await page.route('**/api/admin/contact-submissions?**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Storage is not available.' } }),
  )
  await openContact(page)
  await expect(page.getByRole('alert')).toHaveText('Request failed')
})

test('a failed delete keeps the row', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Kept ${Date.now()}`
  await aMessageFrom(page, name)
  await signIn(page, site)
  await openContact(page)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    await gate
    await route.fulfill({ status: 503, json: { error: 'Storage is not available.' } })
  })
  await confirmDelete(page, name)
  await expect(row(page, name).getByRole('button', { name: 'Deleting…' })).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete contact submission')
  await expect(row(page, name).getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('the address has the tab and the open record', async ({ page, site }) => {
  const name = `Linked ${Date.now()}`
  await aMessageFrom(page, name)
  await signIn(page, site)
  await openContact(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
  await page.reload()
  await expect(page.getByRole('dialog')).toContainText(name)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Contact' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin?tab=overview')
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('the keyboard can focus and change tabs', async ({ page, site }) => {
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Contact' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Contact' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
})

test('a visitor’s HTML is shown as text and never run', async ({ page, site }) => {
  const name = '<img src=x onerror=alert(1)>'
  await aMessageFrom(page, name)
  await signIn(page, site)
  await openContact(page)
  await expect(row(page, name)).toBeVisible()
  await expect(page.locator('td img, th img')).toHaveCount(0)
})
