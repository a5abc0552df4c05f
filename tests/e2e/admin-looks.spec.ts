import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { signIn } from './people.ts'
import { apply, held, joinWaitlist, sendMessage } from './submissions.ts'

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.body.clientWidth)

const NOTHING = { new: 0, waiting: 0, overdue: 0, held: 0 }

/** Every state by its address, and what shows that it is there. */
const states: [address: string, shown: string][] = [
  ['', 'Waitlist projects'],
  ['?tab=contact', 'Export CSV'],
  ['?tab=contact&search=ada&sort=email', 'match'],
  ['?tab=contact&search=nobody', 'No match'],
  ['?tab=contact&held=yes', 'trap field filled'],
  ['?tab=investor', 'No records'],
  ['?tab=contact&status=new', 'New'],
  ['?tab=careers', 'Chief Revenue Officer'],
  ['?tab=waitlist&project=calmist', 'landing'],
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`axe finds nothing, ${colorScheme} at ${width}`, async ({ page, site, allowConsole }) => {
      test.slow()
      allowConsole(/status of 401/)
      await sendMessage(site, { name: 'Ada Lovelace', company: 'x'.repeat(200) })
      const heldId = await sendMessage(site, { name: 'Machine', ...held })
      const applied = await apply(site, { fullName: 'Grace Hopper' })
      await joinWaitlist(site, { email: `ada-${colorScheme}-${width}@example.com` })
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await signIn(page, site)
      // other journeys of this worker may have sent some
      await page.route('**/api/admin/investor-submissions?**', (route) =>
        route.fulfill({ json: { items: [], total: 0, next: null, counts: NOTHING } }),
      )
      const inspect = async (state: string) => {
        expect(await axeViolations(page), state).toEqual([])
        expect(await isTooWide(page), `${state} is too wide`).toBe(false)
      }
      for (const [address, shown] of states) {
        await page.goto(`/admin${address}`)
        await expect(page.getByText(shown).first()).toBeVisible()
        await inspect(address)
      }

      for (const record of [`contact&held=yes&record=${heldId}`, `careers&record=${applied}`]) {
        await page.goto(`/admin?tab=${record}`)
        await expect(page.getByRole('dialog').getByText('Created')).toBeVisible()
        await inspect(record)
      }
      await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
      await page.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog', { name: 'Your note is not saved' })).toBeVisible()
      await inspect('the question about a note')
      await page.getByRole('button', { name: 'Save note' }).last().click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goto(`/admin?tab=careers&record=${applied}&person=yes`)
      await page.getByRole('button', { name: 'Erase all' }).click()
      await expect(page.getByRole('dialog', { name: 'Erase' })).toBeVisible()
      await inspect('the question about a person')
      await page.goto('/admin?tab=careers')
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: /^Delete \d/ }).click()
      await expect(page.getByRole('dialog', { name: 'Delete th' })).toBeVisible()
      await inspect('the question')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await inspect('the keys')

      await page.keyboard.press('Escape')
      await page.context().clearCookies()
      await page.getByRole('tab', { name: 'EIR' }).click()
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      await inspect('the ended session')
    })
  }
}

test('no date lies under the buttons of its row', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 401/)
  await sendMessage(site, { name: 'Grace Okonkwo', email: 'grace.okonkwo@example.com' })
  await signIn(page, site)
  for (const width of [1024, 1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin?tab=contact&search=okonkwo')
    const row = page.getByRole('row').filter({ hasText: 'Grace Okonkwo' }).first()
    await expect(row).toBeVisible()
    const overlap = await row.evaluate((one) => {
      const edge = (selector: string, side: 'left' | 'right') =>
        one.querySelector(selector)?.getBoundingClientRect()[side] ?? NaN
      return edge('[data-column=createdAt]', 'right') - edge('.actions', 'left')
    })
    expect.soft(overlap, `at ${width}`).toBeLessThanOrEqual(1)
  }
})
