import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { joinWaitlist, sendMessage } from './submissions.ts'

/** What stands where in the admin area: beside, below, in sight. */

const phone = { width: 390, height: 844 }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const chips = (page: Page) => page.getByRole('group', { name: 'Show' })

test('on a wide screen the note stands beside the fields', async ({ page, site }) => {
  const id = await sendMessage(site, { name: `Beside ${Date.now()}` })
  await signIn(page, site)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Mail:/)).toBeVisible()
  const note = await boxOf(dialog.locator('.note-box'))
  const fields = await boxOf(dialog.locator('dl'))
  expect(note.x).toBeGreaterThanOrEqual(fields.right)
  expect(Math.abs(note.y - fields.y)).toBeLessThan(20)
})

test('on a phone the sign-in covers nothing of an empty list', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.setViewportSize(phone)
  await signIn(page, site)
  await page.goto('/admin?tab=contact')
  await expect(chips(page)).toBeVisible()
  await context.clearCookies()
  await page.getByRole('tab', { name: 'Careers' }).click()
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  const banner = await boxOf(page.getByRole('alert'))
  expect(banner.y).toBeGreaterThanOrEqual((await boxOf(chips(page))).bottom)
})

test('on a phone the tab of a link stays in sight once the others are counted', async ({
  page,
  site,
}) => {
  await sendMessage(site, { name: `Counted ${Date.now()}` })
  await joinWaitlist(site, { email: `counted-${Date.now()}@example.com` })
  await page.setViewportSize(phone)
  await signIn(page, site)
  // The numbers come after the tabs.
  let count = () => {}
  const counted = new Promise<void>((resolve) => (count = resolve))
  await page.route('**/api/admin/counts', async (route) => {
    await counted
    await route.continue()
  })
  await page.goto('/admin?tab=waitlist')
  const tab = page.getByRole('tab', { name: /^Waitlist/ })
  await expect(tab).toBeInViewport({ ratio: 1 })
  count()
  await expect(page.getByRole('tab', { name: /^Contact \d/ })).toBeAttached()
  await expect(tab).toBeInViewport({ ratio: 1 })
})

test('a list that is narrowed to nothing does not say that nothing came', async ({
  page,
  site,
}) => {
  await sendMessage(site, { name: `Narrowed ${Date.now()}` })
  await signIn(page, site)
  await page.goto('/admin?tab=eir&status=answered')
  await expect(page.getByText('No EIR submission is answered.')).toBeVisible()
  await expect(page.getByText(/^The first/)).toBeHidden()
})
