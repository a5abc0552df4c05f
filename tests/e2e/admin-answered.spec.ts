import type { Page } from 'playwright/test'
import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, row } from './people.ts'
import { apply, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const shown = (page: Page) => dialog(page).getByRole('heading', { level: 2 })
/** Collects the addresses of the mails that the page begins. */
async function mailsOf(page: Page): Promise<string[]> {
  const mails: string[] = []
  await page.exposeFunction('mailed', (href: string) => mails.push(href))
  await page.addInitScript(() => {
    const { mailed } = window as unknown as { mailed: (href: string) => Promise<void> }
    HTMLAnchorElement.prototype.click = function () {
      void mailed(this.href)
    }
  })
  return mails
}
const list = (name: string, query = '') =>
  `/admin?tab=contact${query}&search=${encodeURIComponent(name)}`

test('keys reply, write a note and copy; a reply can be marked with one key', async ({
  page,
  site,
  allowConsole,
}) => {
  const name = `Keyed ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  const mails = await mailsOf(page)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(dialog(page).getByRole('link', { name: 'Reply by mail' })).toBeVisible()
  await page.keyboard.press('r')
  await expect.poll(() => mails.length).toBe(1)
  await expect(dialog(page)).toContainText('A reply is due by')
  await page.keyboard.press('R')
  await expect(dialog(page)).toContainText('Answered on')
  expect(mails).toHaveLength(2)
  await page.keyboard.press('j')
  await expect(shown(page)).toHaveText(`${name} 1`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeVisible()
  // what failed is said until it is dismissed
  allowConsole(/status of 500/)
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.request().postData()?.includes('answered')
      ? route.fulfill({ status: 500, json: { error: 'No.' } })
      : route.continue(),
  )
  await page.keyboard.press('e')
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to mark')
  await page.keyboard.press('m')
  await page.keyboard.type('Call her')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(dialog(page).locator('.detail-body')).toBeFocused()
  await page.keyboard.press('m')
  // what is typed later follows it
  await page.keyboard.press('Escape')
  await note.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0))
  await page.keyboard.press('m')
  await page.keyboard.type('On Monday.')
  await expect(note).toHaveValue('Call her\nOn Monday.')
})

test('a row that left its view goes when its record closes, and the head counts again', async ({
  page,
  site,
}) => {
  const name = `Late ${Date.now()}`
  const ages = [30, 50, 40]
  await cameEarlier(
    site,
    ages.map((hoursAgo) => ({ name: `${name} ${hoursAgo}`, hoursAgo })),
  )
  await openAdmin(page, site)
  await page.goto(list(name, '&status=overdue'))
  const names = page.locator('tbody .open-record')
  // what is due first comes first
  await expect(names).toHaveText([`${name} 50`, `${name} 40`, `${name} 30`])
  await page.getByRole('link', { name: `${name} 50` }).click()
  await page.keyboard.press('e')
  await expect(dialog(page)).toContainText('Answered on')
  await page.keyboard.press('j')
  await expect(dialog(page)).toContainText('2 of 3')
  await page.keyboard.press('Escape')
  await expect(names).toHaveText([`${name} 40`, `${name} 30`])
  await expect(page.getByText('2 matches', { exact: true }).first()).toBeVisible()

  // without a record it goes at once, whatever the counts say, and the next row has the focus
  await page.route('**/api/admin/counts*', (route) => route.fulfill({ json: { items: [] } }))
  await page.getByRole('link', { name: `${name} 40` }).focus()
  await page.keyboard.press('e')
  await expect(names).toHaveText([`${name} 30`])
  await expect(page.getByRole('link', { name: `${name} 30` })).toBeFocused()
  await undo(page).click()
  await expect(names).toHaveText([`${name} 40`, `${name} 30`])
  await page.goto(list(name, '&status=overdue'))
  await expect(names).toHaveText([`${name} 40`, `${name} 30`])
})

test('what is not promised is not shown', async ({ page, site }) => {
  const fullName = `Unpromised ${Date.now()}`
  await apply(site, { fullName })
  await openAdmin(page, site)
  await page.goto('/admin?tab=careers')
  await expect(page.getByRole('group', { name: 'Filter the list' })).toHaveText(
    /^All \d+New \d+Held \d+$/,
  )
  await page.getByRole('link', { name: fullName }).click()
  await expect(dialog(page).getByRole('button', { name: 'Mark as spam' })).toBeVisible()
  await expect(dialog(page).getByText(/answered/i)).toBeHidden()
})

test('a second e at once meets nobody else, and Undo goes back step by step', async ({
  page,
  site,
}) => {
  const name = `Pressed ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(list(name, '&status=waiting'))
  const rows = page.locator('tbody .open-record')
  await expect(rows).toHaveCount(3)
  await page.getByRole('link', { name: `${name} 3` }).focus()
  await page.evaluate(() => {
    for (const repeat of [false, false, true]) {
      const press = new KeyboardEvent('keydown', { key: 'e', bubbles: true, repeat })
      document.activeElement?.dispatchEvent(press)
    }
  })
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await expect(rows).toHaveCount(2)
  await expect(page.getByText(`Marked ${name} 3 as answered`)).toBeVisible()

  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 2 as answered`)).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText(`Marked ${name} 3 as answered`)).toBeVisible()
  await page.keyboard.press('z')
  await expect(rows).toHaveCount(3)
  await expect(undo(page)).toBeHidden()
})

test('each e that is meant answers the next one, however slow the network is', async ({
  page,
  site,
}) => {
  const name = `Quick ${Date.now()}`
  await cameEarlier(
    site,
    [300, 301, 302, 303].map((hoursAgo) => ({ name: `${name} ${hoursAgo}`, hoursAgo })),
  )
  await openAdmin(page, site)
  let pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    await pressed.promise
    await route.continue()
  })
  const answered = () => page.getByText(`Marked ${name} 300 as answered`)
  const pressFour = async () => {
    // No answer comes between the presses, however slow they are.
    pressed = Promise.withResolvers<undefined>()
    for (let times = 0; times < 4; times++) {
      await page.keyboard.press('e')
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    }
    pressed.resolve(undefined)
  }
  await page.goto(list(name, '&status=overdue'))
  await page.getByRole('link', { name: `${name} 303` }).focus()
  await pressFour()
  await expect(answered()).toBeVisible()
  await expect(page.locator('tbody .open-record')).toHaveCount(0)

  // the overview
  for (let times = 0; times < 4; times++) {
    await page.keyboard.press('z')
    await expect(page.locator('tbody .open-record')).toHaveCount(times + 1)
  }
  await page.keyboard.press('1')
  await page.getByRole('link', { name: `${name} 303` }).focus()
  await pressFour()
  await expect(answered()).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('the same keys reply and copy from a row, and from the overview', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = `Written ${Date.now()}`
  await cameEarlier(site, [
    { name: `${name} old`, hoursAgo: 24 * 998 },
    { name: `${name} new`, hoursAgo: 2 },
  ])
  await openAdmin(page, site)
  const mails = await mailsOf(page)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} new` }).focus()
  await page.keyboard.press('r')
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]).toContain('mailto:late@example.com?subject=Re%3A%20General%20Inquiry')
  await expect(row(page, `${name} new`)).not.toContainText('Answered')
  await page.keyboard.press('R')
  await expect(page.getByText(`Marked ${name} new as answered`)).toBeVisible()
  // a second reply takes no answer back
  await page.keyboard.press('R')
  await expect.poll(() => mails).toHaveLength(3)
  await expect(row(page, `${name} new`)).toContainText('Answered')

  await page.goto('/admin')
  const line = page.locator('.next-due a', { hasText: `${name} old` })
  await line.focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Copied late@example.com')).toBeVisible()
  await page.keyboard.press('r')
  await expect.poll(() => mails).toHaveLength(4)
  await page.keyboard.press('R')
  await expect(page.getByText(`Marked ${name} old as answered`)).toBeVisible()
  await expect(line).toBeHidden()
  expect(mails).toHaveLength(5)
})
