import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, pressInFoot, row, signIn } from './people.ts'
import { apply, held, sendMessage, sendMessages } from './submissions.ts'

test('the search that was asked for comes with a list whose code is slow', async ({
  page,
  site,
}) => {
  const { promise: later, resolve: arrive } = Promise.withResolvers<undefined>()
  await page.route(/_astro.FormTab\./, async (route) => {
    await later
    await route.continue()
  })
  await signIn(page, site)
  await page.keyboard.press('2')
  await expect(page.getByRole('tab', { name: 'Contact' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('/')
  arrive(undefined)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a delete by the keyboard is in sight while it runs', async ({ page, site }) => {
  const name = `Struck ${Date.now()}`
  await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  const { promise: later, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    await later
    await route.continue()
  })
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const button = row(page, name).getByRole('button', { name: 'Deleting…' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(row(page, name).locator('.actions')).toHaveCSS('opacity', '1')
  answer(undefined)
  await expect(row(page, name)).toHaveCount(0)
})

test('an admin can work through the list without a mouse', async ({ page, site }) => {
  const name = `Keyed ${Date.now()}`
  await sendMessages(site, name, 3)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  const open = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  await expect(open(3)).toBeVisible()

  // keys typed into the search are text
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${name} jkx?`)
  await expect(page.getByRole('searchbox')).toHaveValue(`${name} jkx?`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(open(3)).toBeVisible()
  await page.getByRole('searchbox').blur()

  await page.keyboard.press('j')
  await expect(open(3)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(open(2)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${name} 2` })).toBeChecked()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${name} 2` })).not.toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(`${name} 2`)
  await page.keyboard.press('Escape')
  await expect(open(2)).toBeFocused()

  // the search works in an open record too, and Escape clears it
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('of nobody')
  await expect(open(3)).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(open(3)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(open(2)).toBeFocused()

  // after a delete, the next row has the focus
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(open(2)).toBeHidden()
  await expect(open(1)).toBeFocused()
})

test('after a tab’s key, Tab goes on in what it has opened', async ({ page, site }) => {
  await openAdmin(page, site)
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Contact' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Tab')
  const place = () => page.evaluate(() => document.activeElement?.closest('#panel') !== null)
  expect(await place()).toBe(true)
})

test('a failed act hides no part of the row that it is about', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  const name = `Hidden ${Date.now()}`
  await sendMessages(site, name, 24)
  await openAdmin(page, site)
  await page.route(/contact-submissions\/\d/, (route) => route.fulfill({ status: 503, json: {} }))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
    await expect(page.locator('tbody tr')).toHaveCount(24)
    for (let step = 0; step < 10; step++) await page.keyboard.press('j')
    await page.keyboard.press('e')
    const problem = page.locator('.problem')
    await expect(problem).toBeVisible()
    const focused = page.locator('tr:has(:focus)')
    const hidden = async () => {
      const [foot, box] = [await problem.boundingBox(), await focused.boundingBox()]
      return (box?.y ?? NaN) + (box?.height ?? NaN) - (foot?.y ?? NaN)
    }
    await expect.poll(hidden, `${width}`).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('a dialog lists the keys and can switch them off', async ({ page, site }) => {
  await signIn(page, site)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('Search')
  await keys.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('?')
  await expect(keys).toBeHidden()
  await page.reload()
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await pressInFoot(page, 'Keyboard shortcuts')
  await expect(keys.getByLabel('Use single-key shortcuts')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('? shows the keys above an open record, and Escape closes only them', async ({
  page,
  site,
}) => {
  const name = `Asked ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 2` }).click()
  const record = page.getByRole('dialog', { name: `${name} 2` })
  await expect(record.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  // no key meets the record below
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(record).toBeVisible()
  await expect(record.getByRole('region', { name })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()
})

test('a dialog keeps the focus inside', async ({ page, site }) => {
  const name = `Trapped ${Date.now()}`
  await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Delete' })
    .click()
  const dialog = page.getByRole('dialog')
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && focused?.closest('dialog') === null
    })
    expect(isOutside).toBe(false)
  }
  await expect(dialog).toBeVisible()
})

test('# asks before it deletes a row or the open record', async ({ page, site }) => {
  const name = `Hashed ${Date.now()}`
  await sendMessages(site, name, 3)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const open = (n: number) => page.getByRole('link', { name: `${name} ${n}` })
  const question = page.getByRole('dialog', { name: 'Delete this contact submission?' })
  await expect(open(3)).toBeVisible()

  // without a current row, # does nothing
  await page.keyboard.press('#')
  await page.keyboard.press('j')
  await expect(open(3)).toBeFocused()
  await expect(question).toBeHidden()

  // the default answer keeps the record and the focus
  await page.keyboard.press('#')
  await expect(question).toContainText(`${name} 3`)
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(open(3)).toBeFocused()

  await page.keyboard.press('#')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(open(3)).toBeHidden()
  await expect(open(2)).toBeFocused()

  // in an open record, # deletes that record, and the next one opens
  await page.keyboard.press('Enter')
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(`${name} 2`)
  await page.keyboard.press('#')
  await expect(question).toContainText(`${name} 2`)
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(heading).toHaveText(`${name} 1`)
  await page.keyboard.press('Escape')
  await expect(open(1)).toBeFocused()
  await expect(open(2)).toBeHidden()
})

test('n and p turn the pages, and do nothing at an end', async ({ page, site }) => {
  const name = `Paged ${Date.now()}`
  const messages = Array.from({ length: 60 }, (_, i) => ({ name: `${name} ${i}`, hoursAgo: i }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  const open = (n: number) => page.getByRole('link', { name: `${name} ${n}`, exact: true })
  await expect(open(0)).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(50)
  await page.keyboard.press('p')
  await page.keyboard.press('n')
  await expect(open(50)).toBeVisible()
  await expect(page).toHaveURL(/after=/)
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await expect(open(50)).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('p')
  await expect(open(0)).toBeVisible()
  await expect(page).not.toHaveURL(/after=/)
})

test('while a search runs, keys meet no row of the old list', async ({ page, site }) => {
  const stamp = Date.now()
  for (const name of ['Wanted', 'Other']) await sendMessages(site, `${name} ${stamp}`, 1)
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  const link = (name: string) => page.getByRole('link', { name: `${name} ${stamp} 1` })
  await expect(link('Other')).toBeVisible()
  const hasPressed = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    if (route.request().method() === 'POST') await hasPressed.promise
    await route.continue()
  })
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  await page.keyboard.press('/')
  await page.keyboard.type(`Wanted ${stamp}`)
  await expect(page.getByText('Searching…')).toBeVisible()
  for (const key of ['Enter', 'j', 'x', 'e', '#']) await page.keyboard.press(key)
  await expect(link('Other')).toBeVisible()
  hasPressed.resolve(undefined)

  // the way to the first match was kept
  await expect(link('Other')).toBeHidden()
  await expect(link('Wanted')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  expect(changes).toEqual([])
})

test('what leaves with the focus gives it to the work', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Leaving ${Date.now()}`
  const messages = Array.from({ length: 30 }, (_, i) => ({ name: `${name} no${i}.`, hoursAgo: i }))
  await cameEarlier(site, messages)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  const table = page.getByRole('region', { name: 'contact submissions' })
  const link = (n: number) => page.getByRole('link', { name: `${name} no${n}.`, exact: true })
  const press = (button: string) => page.getByRole('button', { name: button }).press('Enter')

  // the banner of what failed
  await page.route('**/api/admin/contact-submissions/*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await link(3).focus()
  await page.keyboard.press('e')
  await press('Dismiss')
  await expect(table).toBeFocused()
  await page.unroute('**/api/admin/contact-submissions/*')

  // a row that another view takes away
  await page.getByRole('button', { name: 'Overdue' }).click()
  await expect(link(3)).toBeHidden()
  await link(29).focus()
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/admin/contact-submissions?*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.goBack()
  await expect(page.getByText('Searching…')).toBeVisible()
  answer()
  await expect(link(29)).toBeHidden()
  await expect(table).toBeFocused()

  // a search that finds nothing
  await page.getByRole('searchbox').fill(`${name} nobody`)
  await press('Clear the search')
  await expect(table).toBeFocused()

  // all rows of a page
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('30 matches').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await press('Mark as spam')
  await expect(page.getByText('Marked 25 contact submissions as spam')).toBeVisible()
  await expect(link(29)).toBeVisible()
  await expect(table).toBeFocused()
  await page.keyboard.press('j')
  await expect(link(25)).toBeFocused()
})

test('a key that changes nothing says so', async ({ page, site }) => {
  const name = `Fresh ${Date.now()}`
  await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await expect(page.getByText(`${name} 1`).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(page.getByText(`Already unread: ${name} 1`)).toBeVisible()
})

test('e says why nobody can be answered in Careers or among what is held', async ({
  page,
  site,
}) => {
  const fullName = `Applied ${Date.now()}`
  const name = `Kept back ${Date.now()}`
  await apply(site, { fullName })
  await sendMessage(site, { name, ...held })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=careers&search=${encodeURIComponent(fullName)}`)
  await expect(row(page, fullName)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByText('No reply is promised here')).toBeVisible()
  // in the record, too
  await page.keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: fullName })
  await expect(record).toContainText('Applied')
  await page.keyboard.press('e')
  await expect(record.getByText('No reply is promised here')).toBeVisible()
  await page.goto(`/admin?tab=contact&held=yes&search=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('Release it first')).toBeVisible()
})

test('Back from a record of the next page leads to the row that was opened', async ({
  page,
  site,
}) => {
  const name = `Turned ${Date.now()}`
  await sendMessages(site, name, 26)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&limit=25&search=${encodeURIComponent(name)}`)
  const opened = page.getByRole('link', { name: `${name} 2`, exact: true })
  await opened.click()
  await expect(page.getByRole('dialog', { name: `${name} 2` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: `${name} 1`, exact: true })).toBeVisible()
  await page.goBack()
  await expect(opened).toBeFocused()
  // Page by page the keys go on at the top.
  await page.keyboard.press('n')
  await expect(page.getByRole('link', { name: `${name} 1`, exact: true })).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('link', { name: `${name} 26` })).toBeFocused()
})
