import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { firstLook, markedRead, openAdmin, row, signIn } from './people.ts'
import { dressed } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => dialog(page).getByRole('heading', { level: 2 })
const body = (page: Page) => page.locator('.detail-body')

test('an error in an open record is shown at its buttons', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const name = `Failing ${Date.now()}`
  await sendMessage(site, { name: 'Beside it' })
  const id = await sendMessage(site, { name, message: 'A long line.\n'.repeat(200) })
  await signIn(page, site)
  await page.route(`**/api/admin/contact-submissions/${id}`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    return route.fulfill({ status: 503, json: {} })
  })
  await page.goto(`/admin?tab=contact&record=${id}`)
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await page.getByRole('dialog', { name: 'Delete this' }).getByRole('button').first().click()
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toHaveText('Failed to delete contact submission')
  await expect(alert).toBeInViewport({ ratio: 1 })

  // another record says whose it is, and the list too
  await expect(dialog(page)).toContainText(/, \d+ of \d/)
  await page.keyboard.press('j')
  await expect(heading(page)).not.toHaveText(name)
  await expect(alert).toBeHidden()
  const said = page.getByText(`Failed to delete contact submission: ${name}`)
  await expect(said).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(said).toBeInViewport()
  await page.unroute(`**/api/admin/contact-submissions/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name })).toBeHidden()
})

test('closing a record keeps the scroll position of the list', async ({ page, site }) => {
  const name = `Scrolled ${Date.now()}`
  await sendMessages(site, name, 24)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const link = page.getByRole('link', { name: `${name} 8`, exact: true })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 120))
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  // the heads of the columns stay in sight
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeInViewport({ ratio: 0.99 })
  await link.click()
  await expect(heading(page)).toHaveText(`${name} 8`)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('Page Down, Home and End scroll a long record', async ({ page, site }) => {
  const name = `Long ${Date.now()}`
  await sendMessages(site, name, 1)
  const message = `${'A long line.\n'.repeat(200)}All with hardwäre.`
  const id = await sendMessage(site, { name, message })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(heading(page)).toHaveText(name)
  await expect(dialog(page)).toContainText(/\b1 of \d/)
  const top = () => body(page).evaluate((element) => element.scrollTop)
  await dialog(page).getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('PageDown')
  expect(await top()).toBeGreaterThan(100)
  const one = await top()
  await page.keyboard.press('End')
  const end = await top()
  expect(end).toBeGreaterThan(one)
  // the note is beside the end of the letter too
  await page.keyboard.press('m')
  await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
  expect(await top()).toBe(end)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  expect(await top()).toBe(0)
  // the next record starts at its top, and the focus stays inside
  await page.keyboard.press('End')
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(`${name} 1`)
  expect(await top()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)

  // what a search found is marked in its row, and the record begins there
  await page.keyboard.press('/')
  await page.keyboard.type('Hardware')
  await expect(row(page, name, '… line. All with hardwäre.')).toBeVisible()
  const marks = () => page.evaluate(() => CSS.highlights.get('found')?.size)
  await expect.poll(marks).toBe(1)
  await page.getByRole('link', { name, exact: true }).click()
  await expect.poll(top).toBeGreaterThan(100)
  await expect.poll(marks).toBe(2)
  await page.keyboard.press('/')
  const words = page.getByRole('searchbox')
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('Hardware')
})

test('a long number is marked whatever stands between its digits', async ({ page, site }) => {
  await sendMessage(site, { name: 'Li Wei', message: 'Please call +86 138 0013 8000 today.' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&search=13800138000')
  await expect(row(page, 'Li Wei')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String)))
    .toEqual(['138 0013 8000'])
})

test('j and k continue on the next and the previous page', async ({ page, site }) => {
  const name = `Turned ${Date.now()}`
  await sendMessages(site, name, 27)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 3`, exact: true }).click()
  await expect(dialog(page).getByRole('status').first()).toContainText(', 25 of 27')
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(`${name} 2`)
  await expect(dialog(page).getByRole('status').first()).toContainText(', 26 of 27')
  await expect(page).toHaveURL(/after=/)
  await page.keyboard.press('k')
  await expect(heading(page)).toHaveText(`${name} 3`)
  // one step back is the list
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Contact' })).toHaveAttribute('aria-selected', 'true')
})

test('after the last record of a page was deleted, the next page is read on', async ({
  page,
  site,
}) => {
  const name = `Page's last ${Date.now()}`
  await sendMessages(site, name, 27)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 3`, exact: true }).click()
  await expect(dialog(page)).toContainText('25 of 27')
  await page.keyboard.press('#')
  await page.getByRole('dialog', { name: 'Delete this' }).getByRole('button').first().click()
  await expect(heading(page)).toHaveText(`${name} 2`)
})

test('where the next page is empty by then, j leads back to the last record', async ({
  page,
  site,
}) => {
  const name = `Emptied ${Date.now()}`
  const ids = await sendMessages(site, name, 27)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 3`, exact: true }).click()
  await markedRead(page)
  await firstLook(page)
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  for (const id of ids.slice(0, 2)) {
    const gone = await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
    expect(gone.status()).toBe(200)
  }
  await page.keyboard.press('j')
  await expect(dialog(page).getByRole('status').first()).toContainText(', 25 of 25')
  await expect(heading(page)).toHaveText(`${name} 3`)
  await page.keyboard.press('Escape')
  await expect(row(page, `${name} 3`)).toBeVisible()
})

test('a next page that can’t be read says so, and is read again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Unread ${Date.now()}`
  await sendMessages(site, name, 27)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 3`, exact: true }).click()
  await markedRead(page)
  const nextPage = '**/api/admin/contact-submissions?*cursor=*'
  await page.route(nextPage, (route) => route.fulfill({ status: 500, json: {} }))
  await page.keyboard.press('j')
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  await expect(heading(page)).toHaveText('The next page')
  await page.unroute(nextPage)
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page)).toHaveText(`${name} 2`)
})

test('a missing page links to the first page', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 400/)
  const name = `First ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact&after=made-up')
  await expect(page.getByRole('alert')).toContainText('This page no longer exists')
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(row(page, name)).toBeVisible()
})

test('right-to-left text is laid out from right to left', async ({ page, site }) => {
  const id = await sendMessage(site, { name: 'مريم', message: 'مرحبا بكم.\nThen English.' })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const message = dialog(page).locator('dd').filter({ hasText: 'مرحبا' })
  await expect(message).toHaveCSS('direction', 'rtl')
  await expect(message).toHaveCSS('unicode-bidi', 'plaintext')
})

test('selecting an address with the mouse opens nothing', async ({ page, site }) => {
  const email = `marked-${Date.now()}@example.com`
  const name = `Marked ${Date.now()}`
  await sendMessage(site, { name, email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const cell = page.getByRole('cell', { name: email })
  await cell.getByText(email).hover({ position: { x: 1, y: 9 } })
  await page.mouse.down()
  await cell.getByText(email).hover({ position: { x: 90, y: 9 } })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toContain('marked-')
  await expect(dialog(page)).toBeHidden()
  // a press that selects nothing opens the row
  await cell.click()
  await expect(heading(page)).toHaveText(name)
})

test('a download without a network says so and leaves the page', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const link = page.getByRole('link', { name: 'Export CSV' })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByText('The export failed, and no file was saved.')).toBeVisible()
  await expect(page.getByText('Check your connection, and try again.')).toBeVisible()
})

for (const width of [390, 768]) {
  test(`at ${width} no column overlaps another one, and no text is cut`, async ({ page, site }) => {
    const name = `Narrow ${Date.now()}`
    await sendMessage(site, { name, company: 'A company with a rather long name' })
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, site)
    await page.goto('/admin?tab=contact')
    await expect(row(page, name)).toBeVisible()
    await dressed(page)
    const hidden = await row(page, name).evaluate((tr) => {
      const buttons = tr.querySelector('.actions')?.getBoundingClientRect()
      const cells = [...tr.querySelectorAll('td[data-head], th')].map((one) =>
        one.getBoundingClientRect(),
      )
      return cells.filter(
        (one) =>
          one.right > innerWidth ||
          (buttons &&
            one.right > buttons.left + 1 &&
            one.left < buttons.right &&
            one.bottom > buttons.top + 1 &&
            one.top < buttons.bottom),
      ).length
    })
    expect(hidden).toBe(0)
  })
}
