import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, row } from './people.ts'
import { dressed, drawn } from './settled.ts'
import { sendMessage, sendMessages } from './submissions.ts'

test('a row is a link and can open in a new tab', async ({ page, context, site }) => {
  const name = `Linked ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] })
  const other = await opening
  await expect(other.getByRole('dialog').getByRole('heading')).toHaveText(name)
  expect(other.url()).toContain(`record=${id}`)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('Shift selects the rows between', async ({ page, site }) => {
  const name = `Ranged ${Date.now()}`
  await sendMessages(site, name, 5)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const box = (n: number) => page.getByRole('checkbox', { name: `Select ${name} ${n}` })
  await box(5).check()
  await box(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await expect(box(3)).toBeChecked()
  await box(4).click({ modifiers: ['Shift'] })
  await expect(page.getByText('1 selected')).toBeVisible()
  // the same with keys
  await page.getByRole('link', { name: `${name} 5` }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('a row shows the first words and the age of the message', async ({ page, site }) => {
  const name = `Worded ${Date.now()}`
  await sendMessage(site, { name, message: 'Bridges over\nthe river.' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, name)).toContainText('Bridges over the river.')
  await expect(row(page, name)).toContainText('just now')
  await page.clock.install({ time: Date.now() + 3 * 60 * 60_000 + 60_000 })
  await page.reload()
  await expect(row(page, name)).toContainText('3 h ago')
})

test('a row says what is being done with it', async ({ page, site }) => {
  const name = `Slow ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const pressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('e')
  await expect(row(page, name)).toContainText('Marking…')
  pressed.resolve(undefined)
  await expect(row(page, name)).toContainText('Answered')
  await expect(row(page, name)).not.toContainText('Marking…')
})

test('rows are dense in a narrow window until somebody chooses', async ({ page, site }) => {
  await sendMessage(site, { name: `Narrow ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const compact = page.getByRole('button', { name: 'Compact rows' })
  const isDense = (is: boolean) => expect(compact).toHaveAttribute('aria-pressed', String(is))
  await isDense(false)
  await page.setViewportSize({ width: 800, height: 900 })
  await isDense(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await isDense(false)
  await compact.click()
  await compact.click()
  await page.setViewportSize({ width: 800, height: 900 })
  await isDense(false)
})

test('dense rows stay dense after a reload', async ({ page, site }) => {
  const name = `Dense ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const height = async () => (await row(page, name).boundingBox())?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(before * 0.7)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await height()).toBeLessThan(before * 0.7)
})

test('on a phone dense rows have four lines, also after a reload', async ({ page, site }) => {
  // Longer names, and wide digits, take a second line.
  const name = `Dee ${Date.now()}`
  await sendMessage(site, { name, message: 'The first words.', company: 'Helios' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const height = async () => (await row(page, name).boundingBox())?.height ?? 0
  // a phone begins with them
  const compact = page.getByRole('button', { name: 'Compact rows' })
  await expect(compact).toHaveAttribute('aria-pressed', 'true')
  await expect(row(page, name)).toBeVisible()
  await dressed(page)
  const dense = await height()
  await compact.click()
  await expect.poll(height).toBeGreaterThan(dense * 2)
  await page.reload()
  await expect(compact).toHaveAttribute('aria-pressed', 'false')
  await compact.click()
  await expect.poll(height).toBe(dense)
  await row(page, name).scrollIntoViewIfNeeded()
  const about = row(page, name).locator('[data-said="Helios · General Inquiry"]')
  await expect(about).toBeInViewport()
  for (const words of ['The first words.', 'just now', 'Due in', 'New']) {
    await expect(row(page, name).getByText(words).first()).toBeInViewport()
  }
  await expect(row(page, name).getByText('ada@example.com')).toBeHidden()
  // a finger may miss Delete by 10 pixels
  const button = row(page, name).getByRole('button', { name: 'Delete' })
  const reach = await button.evaluate((one) => {
    const { x, top } = one.getBoundingClientRect()
    const hits = (y: number) => document.elementFromPoint(x + 20, y) === one
    return Array.from({ length: 80 }, (_, at) => top - 30 + at).filter(hits).length
  })
  expect(reach).toBeGreaterThanOrEqual(44)
  // the column that sorts is in sight, wherever it is in the table
  for (const head of ['Created', 'Subject']) {
    const sort = page.getByRole('columnheader', { name: head })
    if (head !== 'Created') await sort.getByRole('button').click()
    await expect(sort).toHaveAttribute('aria-sort', /./)
    await expect(sort).toBeInViewport({ ratio: 0.99 })
  }
  // a tablet has room for them beside the name
  await page.setViewportSize({ width: 768, height: 844 })
  expect(await height()).toBeLessThan(dense)
  await expect(about).toBeVisible()
})

test('a stopped batch keeps the remaining rows', async ({ page, site }) => {
  const name = `Stopped ${Date.now()}`
  await sendMessages(site, name, 4)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const mayGo = Promise.withResolvers<undefined>()
  let asked = 0
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    if (route.request().method() === 'DELETE') asked++
    await mayGo.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete 4' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleting 1 of 4…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  mayGo.resolve(undefined)
  await expect(row(page, name)).toHaveCount(3)
  await expect(page.getByText('3 selected')).toBeVisible()
  expect(asked).toBe(1)
})

test('a turned page scrolls nothing, and its buttons stay where they were pressed', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = `Turned ${Date.now()}`
  await sendMessages(site, name, 27)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  const next = page.getByRole('button', { name: 'Next' })
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await dressed(page)
  await drawn(page)
  const before = await next.boundingBox()
  await next.click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect.poll(() => next.boundingBox()).toEqual(before)
  await page.keyboard.press('p')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  expect(await page.evaluate('scrollY')).toBe(0)
})

test('a closed record leaves the list where it was, whatever an earlier visit has scrolled', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = `Scrolled ${Date.now()}`
  await sendMessages(site, name, 40)
  await openAdmin(page, site)
  const list = `/admin?tab=contact&search=${encodeURIComponent(name)}`
  await page.goto(list)
  const links = page.locator('tr[data-id] .open-record')
  const dialog = page.getByRole('dialog')
  await links.nth(30).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await page.evaluate('scrollY')).toBeGreaterThan(300)
  await page.goto(list)
  await expect(links).toHaveCount(40)
  await page.evaluate('scrollTo(0, 0)')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(links.nth(1)).toBeFocused()
  await page.waitForTimeout(300)
  expect(await page.evaluate('scrollY')).toBe(0)
})

test('first words end with a whole word and an ellipsis', async ({ page, site }) => {
  const name = `Long letter ${Date.now()}`
  await sendMessage(site, { name, message: `${'12345 '.repeat(26)}telephone\nand more.` })
  // In a script without blanks it is cut anywhere, but no letter is split.
  await sendMessage(site, { name, message: '🙂'.repeat(200) })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const words = row(page, name).locator('.preview')
  await expect(words).toHaveText([/^🙂{160}…$/u, /^(12345 ){25}12345…$/])
})

test('what is selected is deselected with its page', async ({ page, site }) => {
  const name = `Paged ${Date.now()}`
  const messages = Array.from({ length: 30 }, (_, i) => ({ name: `${name} ${i}`, hoursAgo: i }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  await expect(row(page, `${name} 24`)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('n')
  await expect(row(page, `${name} 25`)).toBeVisible()
  await expect(page.getByText('1 selected')).toBeHidden()
  await page.keyboard.press('p')
  await expect(row(page, `${name} 24`)).toBeVisible()
  await expect(page.getByText('1 selected')).toBeHidden()
})
