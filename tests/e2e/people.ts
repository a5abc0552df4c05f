import { expect, type Page } from 'playwright/test'
import type { TestSite } from './test-site.ts'

/** What visitors and the admin do on most of these journeys. */

export const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  text: 'I would like to talk about engines.',
}

/** Below two seconds nobody fills a form: what arrives quicker is held back. */
const THOUGHT = 2_100

export async function writeMessage(page: Page, own: Partial<typeof message> = {}) {
  const { name, email, text } = { ...message, ...own }
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Message').fill(text)
  await page.waitForTimeout(THOUGHT)
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' })

export const thanks = (page: Page) => page.getByRole('heading', { name: 'Message Sent!' })

export async function signIn(page: Page, { admin }: TestSite) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
}

/** The row of the shown table that has all these texts. */
export const row = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'))
