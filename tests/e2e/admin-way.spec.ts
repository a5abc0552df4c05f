import type { Page } from 'playwright/test'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { endSession, listed, markedRead, signIn, signInAgain } from './people.ts'
import { dressed } from './settled.ts'

/** On the way through what is due next, and beside its lines. */

const dialog = (page: Page) => page.getByRole('dialog')
const lines = (page: Page) => page.locator('.next-due a')

let name = ''

test.beforeEach(() => {
  name = `Way on ${Date.now()}`
})

const come = (site: Parameters<typeof cameEarlier>[0], count: number) => {
  const since = longAgo()
  return cameEarlier(
    site,
    Array.from({ length: count }, (_, n) => ({ name: `${name} ${n}.`, hoursAgo: since - n })),
  )
}

/** Other tests look for theirs first. */
test.afterEach(async ({ page, site }) => {
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const { items } = await listed(page, `contact-submissions?search=${encodeURIComponent(name)}`)
  for (const { id } of items) {
    const one = `/api/admin/contact-submissions/${id}`
    expect((await page.request.delete(one, { headers })).status()).toBe(200)
  }
})

test('after the session’s end the next press meets the line that failed', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await come(site, 2)
  await signIn(page, site)
  const line = (n: number) => lines(page).filter({ hasText: `${name} ${n}.` })
  await expect(line(1)).toBeVisible()
  await line(0).focus()
  await endSession(page)
  await page.keyboard.press('e')
  const failed = 'Your session had ended. Failed to mark contact submission as answered'
  await signInAgain(page, site)
  await expect(page.getByText(`${failed}: ${name} 0.`)).toBeVisible()
  await expect(line(0)).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 0. as answered`)).toBeVisible()
  await expect(line(0)).toHaveCount(0)
  await expect(line(1)).toContainText('Overdue')
})

test('beside a record stand the ten of the way among which it is, answered ones too', async ({
  page,
  site,
}) => {
  await come(site, 12)
  await signIn(page, site)
  await expect(lines(page)).toHaveCount(10)
  await lines(page).nth(8).click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  const current = page.locator('.next-due [aria-current]')
  await expect(heading).toHaveText(`${name} 8.`)
  await expect(dialog(page)).toContainText(/, 9 of 1\d due next|, 9 of [2-9]\d due next/)
  await markedRead(page)

  // what is answered keeps its place, and its number
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 8. as answered`)).toBeVisible()
  await expect(current).toContainText(`${name} 8.`)
  await expect(current).toContainText('Answered')
  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 9.`)
  await expect(dialog(page)).toContainText(', 10 of ')
  await expect(lines(page).nth(8)).toContainText('Answered')
  await expect(lines(page).nth(9)).toHaveAttribute('aria-current', 'true')
  await markedRead(page)

  await page.keyboard.press('j')
  await expect(heading).toHaveText(`${name} 10.`)
  await expect(lines(page).first()).toHaveAttribute('aria-current', 'true')
  await markedRead(page)
  await page.keyboard.press('k')
  await expect(lines(page).nth(9)).toHaveAttribute('aria-current', 'true')

  // closed, what was answered is not due
  await page.keyboard.press('Escape')
  await expect(lines(page).filter({ hasText: `${name} 9.` })).toBeFocused()
  await expect(lines(page).filter({ hasText: `${name} 8.` })).toHaveCount(0)
})

test('from a record the keys of the tabs lead to their lists, and Ctrl to another tab', async ({
  page,
  site,
}) => {
  await come(site, 2)
  await signIn(page, site)
  const line = lines(page).filter({ hasText: `${name} 1.` })
  await lines(page)
    .filter({ hasText: `${name} 0.` })
    .click()
  const heading = dialog(page).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 0.`)
  await markedRead(page)
  await dressed(page)
  const { x = 0, y = 0 } = (await line.boundingBox()) ?? {}
  const opening = page.context().waitForEvent('page')
  await page.keyboard.down('Control')
  await page.mouse.click(x + 20, y + 10)
  await page.keyboard.up('Control')
  const other = await opening
  await expect(other.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(
    `${name} 1.`,
  )
  await markedRead(other)
  await other.close()
  await expect(heading).toHaveText(`${name} 0.`)

  await page.keyboard.press('3')
  await expect(page).toHaveURL(/\?tab=investor$/)
  await expect(dialog(page)).toHaveCount(0)
})

test('Enter after words that are not here leads to what other lists have', async ({
  page,
  site,
}) => {
  await come(site, 1)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'EIR' }).click()
  const search = page.getByRole('searchbox')
  await search.fill(name)
  const found = page.getByRole('link', { name: '1 in Contact' })
  await expect(found).toBeVisible()
  await search.press('Enter')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `${name} 0.` })).toBeVisible()
})
