import { expect, type Page, type Request } from 'playwright/test'
import { words } from '../content.ts'
import { settled } from './settled.ts'
import type { TestSite } from './test-site.ts'

/** Common steps of visitors and the admin. */

const { submit, sent } = words('forms/contact')
const { theme } = words('words')

export const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  text: 'I would like to talk about engines.',
}

export async function writeMessage(page: Page, own: Partial<typeof message> = {}) {
  const { name, email, text } = { ...message, ...own }
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Message').fill(text)
}

export const sendButton = (page: Page) => page.getByRole('button', { name: submit.label })

export const thanks = (page: Page) => page.getByRole('heading', { name: sent.heading })

/** Clicks the label, because it covers the radio. */
export const chooseTheme = (page: Page, name: 'auto' | 'light' | 'dark') =>
  page.getByRole('group', { name: theme.name }).getByText(theme[name]).click()

export async function signIn(page: Page, site: TestSite) {
  await openAdmin(page, site)
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
}

/** The dialog that asks for a sign-in above the page. */
export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

/** Fills in the only sign-in of the page. */
export async function signInHere(page: Page, { admin }: TestSite) {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signInAgain(page: Page, site: TestSite) {
  await expect(signInDialog(page)).toBeVisible()
  await signInHere(page, site)
  await expect(signInDialog(page)).toBeHidden()
}

/** Waits until the first look at all lists is over, which sees what a test does before. */
export const firstLook = (page: Page) =>
  expect(page.getByRole('group', { name: 'Filter the list' })).not.toContainText('–')

/** Waits until the server knows that the open record was read. Its answer has the state of then. */
export const markedRead = (page: Page) =>
  expect(page.locator('dialog button', { hasText: 'Mark unread' })).toBeEnabled()

/** Waits until each line of the open person is read: an erasure would take it from under the read. */
export async function linesRead(page: Page) {
  const lines = page.locator('.person-records .gist')
  await expect(lines.first()).toBeVisible()
  for (const line of await lines.all()) await expect(line).toHaveText(/./)
}

/** Waits until the overview has all its parts. */
export async function wholeOverview(page: Page) {
  for (const last of ['Send a test', 'Run the self-test'])
    await expect(page.getByRole('button', { name: last })).toBeVisible()
}

/** The requests since the page was opened. One of the page before it may never end. */
async function ownRequests(page: Page) {
  const all = await page.requests()
  const opens = (one: Request) => one.isNavigationRequest() && one.frame() === page.mainFrame()
  return all.slice(Math.max(all.findLastIndex(opens), 0))
}

/**
 * Waits until each request of the page is answered, and those that follow from it. A page that was
 * idle once counts as `networkidle` for good.
 */
export async function allAnswered(page: Page) {
  let last: Request | undefined
  for (let all = await ownRequests(page); all.at(-1) !== last; all = await ownRequests(page)) {
    last = all.at(-1)
    for (const request of all) await (await request.response())?.finished()
    await settled(page)
  }
}

/** Ends the session, once the page's first requests are answered: one would ask for the sign-in. */
export async function endSession(page: Page) {
  await page.waitForLoadState('networkidle')
  await allAnswered(page)
  await page.context().clearCookies()
}

/** Presses a button of the foot, which moves until the overview is whole. */
export async function pressInFoot(page: Page, name: string) {
  await wholeOverview(page)
  await page.getByRole('button', { name, exact: true }).click()
}

/** The visible table row with all these texts. */
export const row = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'))

/** The admin API's list at this address, newest first. */
export async function listed(page: Page, path: string): Promise<Listed> {
  const answer = await page.request.get(`/api/admin/${path}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Listed
}

type Listed = { items: ({ id: string } & Record<string, unknown>)[]; total: number }

/** How long the page says what was done (src/admin/parts/Notice.tsx). */
const SAID_FOR_MS = 8_000

/**
 * Nothing of the page ends by itself between two steps, however slow the machine is: no call whose
 * answer a test holds back, and no line with “Undo”. A clock that a test has installed still ends it.
 */
const waitForSteps = (page: Page) =>
  page.addInitScript((saidForMs) => {
    AbortSignal.timeout = () => new AbortController().signal
    if (!String(Reflect.get(window, 'setInterval')).includes('[native code]')) return
    const start = window.setInterval.bind(window)
    const startOther = (act: TimerHandler, ms?: number) => (ms === saidForMs ? 0 : start(act, ms))
    Object.assign(window, { setInterval: startOther })
  }, SAID_FOR_MS)

/** Signs in without the login page, for tests that only read stored records. */
export async function openAdmin(page: Page, { admin, url }: TestSite) {
  await waitForSteps(page)
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' }
  const login = () => page.request.post('/api/admin/login', { data: admin, headers })
  let answer = await login()
  // A busy machine had no time to check the password. Any other refusal is a failure.
  while (answer.status() === 503) answer = await login()
  expect(answer.status()).toBe(200)
}

/** A file that passes as a PDF: the PDF mark, then other bytes up to the given length. */
export function pdf(bytes: number): Buffer {
  const mark = Buffer.from('%PDF-1.7\n')
  // Different bytes, so that a test notices a byte in the wrong place.
  const rest = Buffer.from(Uint8Array.from({ length: bytes - mark.length }, (_, at) => at % 251))
  return Buffer.concat([mark, rest])
}
