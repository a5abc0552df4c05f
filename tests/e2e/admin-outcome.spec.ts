import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, row } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

const said = (page: Page) => page.locator('.done p')

/** What does not fit into the line is cut. */
const isCut = (page: Page) =>
  said(page).evaluate((line) => line.scrollHeight > line.clientHeight + 1)

test('what was done stays at the foot of the window while the next list is slow', async ({
  page,
  site,
}) => {
  const name = `Slow ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const done = page.locator('.done', { hasText: `Marked ${name} as answered` })
  await expect(done).toBeVisible()
  const { promise: later, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/eir-submissions?*', async (route) => {
    await later
    await route.continue()
  })
  await page.keyboard.press('4')
  await expect(page.getByText('Loading EIR submissions…')).toBeVisible()
  await expect(done).toBeVisible()
  const bottom = async () => {
    const { y = 0, height = 0 } = (await done.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(bottom).toBeGreaterThan(820)
  answer(undefined)
})

test('beside the pages of a list, Undo and what was done are in sight', async ({ page, site }) => {
  const stamp = Date.now()
  // As long as a name may be.
  const names = ['Hannah Weiß', 'Oluwaseun Adebayo-Williams', 'n'.repeat(65), 'Maria '.repeat(16)]
  const messages = Array.from({ length: 30 }, (_, i) => ({
    name: names[i] ?? `Another ${i}`,
    hoursAgo: 40 - i,
    message: `Long names of ${stamp}`,
  }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 720 : 900 })
    const search = encodeURIComponent(`names of ${stamp}`)
    await page.goto(`/admin?tab=contact&status=waiting&limit=25&search=${search}`)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await page.keyboard.press('j')
    for (const name of names) {
      await page.keyboard.press('e')
      await expect(said(page)).toHaveText(new RegExp(`^Marked ${name.slice(0, 10)}.* as answered$`))
      await expect(undo(page)).toBeInViewport({ ratio: 1 })
      expect(await isCut(page), `${name} at ${width}`).toBe(false)
      // The row that takes over rests for a moment.
      await page.waitForTimeout(450)
    }
    for (const name of names.toReversed().slice(0, -1)) {
      await undo(page).click()
      await expect(said(page)).toHaveText(
        new RegExp(`^Taken back: ${name.slice(0, 10)}.*Before it: Marked .* as answered$`),
      )
      await expect(undo(page)).toBeInViewport({ ratio: 1 })
      expect(await isCut(page), `${name} at ${width}`).toBe(false)
    }
    await undo(page).click()
    await expect(said(page)).toHaveText(/^Taken back: Hannah Weiß$/)
  }
})

test('on a phone, what was done on the overview is in sight, and hides no line with the focus', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = `Phone ${Date.now()}`
  await sendMessages(site, name, 10)
  await openAdmin(page, site)
  await page.goto('/admin')
  const lines = page.getByRole('region', { name: 'Due next' }).getByRole('link')
  await lines.first().focus()
  await page.keyboard.press('e')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport({ ratio: 1 })
  await expect(lines.first()).toBeFocused()
  await lines.last().focus()
  await expect(undo).toBeInViewport({ ratio: 1 })
  const hidden = async () => {
    const line = await lines.last().boundingBox()
    const done = await page.locator('.done').boundingBox()
    return (line?.y ?? NaN) + (line?.height ?? NaN) - (done?.y ?? NaN)
  }
  await expect.poll(hidden).toBeLessThanOrEqual(1)
})
