import { words } from '../content.ts'
import { cameEarlier, longAgo } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseTheme,
  endSession,
  firstLook,
  markedRead,
  openAdmin,
  pressInFoot,
  row,
  signIn,
  signInAgain,
  signInDialog,
  signInHere,
  wholeOverview,
  writeMessage,
} from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

test('a link into the dashboard survives the sign-in', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 401/)
  const name = `Deep ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}&record=${id}`)
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signInHere(page, site)
  await expect(page).toHaveURL(new RegExp(`tab=contact&record=${id}$`))
  await expect(page.getByRole('dialog')).toContainText(name)

  // the record was opened from outside, so closing stays in the admin area
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?tab=contact$/)
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
})

test('a session that ends during work can be renewed on the same page', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Unfinished ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await firstLook(page)
  await endSession(page)

  await page.getByRole('button', { name: 'Delete 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText('Unauthorized')
  await expect(page.getByText('The form could not load')).toBeHidden()
  await signInAgain(page, site)
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeChecked()
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, name)).toBeHidden()
})

test('a note that fails after the session’s end is kept, and the sign-in returns to it', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Thought ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Half a thought')
  await markedRead(page)
  await firstLook(page)
  await endSession(page)
  await note.press('Control+Enter')
  const dialog = signInDialog(page)
  await expect(dialog.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (const field of ['Email', 'Password'])
    expect((await dialog.getByLabel(field).boundingBox())?.width).toBeGreaterThan(200)

  // it can be put off, and opened again beside the words of the failure
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(note).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Unauthorized')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await signInAgain(page, site)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('Half a thought')
  await note.press('Control+Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
})

test('after the session’s end one sign-in is above the open record, which stays in sight', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `In sight ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} 2` }).click()
  const record = page.getByRole('dialog', { name })
  await expect(record.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await markedRead(page)
  await firstLook(page)
  await endSession(page)
  await page.keyboard.press('e')
  await expect(signInDialog(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Unauthorized')
  await expect(page.getByLabel('Password')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(record.getByText('General Inquiry')).toBeInViewport({ ratio: 1 })

  await record.getByRole('button', { name: 'Sign in again' }).click()
  await signInAgain(page, site)
  await expect(record.getByRole('region', { name })).toBeFocused()
  const alert = record.getByRole('alert')
  await expect(alert).toHaveText('Failed to mark contact submission as answered')
  await expect(record.getByText('Your session had ended; try it again')).toBeVisible()
  await record.getByRole('button', { name: 'Try again' }).click()
  await expect(record).toContainText('Answered on')
})

test('a failed logout is shown as failed', async ({ page, site, allowConsole }) => {
  // Requests from before the logout may be answered after it.
  allowConsole(/status of (401|503)/)
  await signIn(page, site)
  await page.route('**/api/admin/logout', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('alert')).toHaveText('Logout failed. You may still be signed in.')
  await page.unroute('**/api/admin/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('a logout deletes no draft, no theme and no known browser', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.goto('/contact')
  await writeMessage(page, { name: 'Not sent yet' })
  await chooseTheme(page, 'dark')
  await signIn(page, site)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['device'])
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue('Not sent yet')
  await expect(page.getByRole('radio', { name: words('words').theme.dark })).toBeChecked()
})

test('signing out everywhere ends every session', async ({ page, browser, site, allowConsole }) => {
  allowConsole(/status of 401/)
  const other = await browser.newPage({ baseURL: site.url })
  await signIn(other, site)
  await signIn(page, site)
  await pressInFoot(page, 'Sign out everywhere')
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login$/)
  await other.close()
})

test('a sign-out asks first while a note is not saved', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 401/)
  const [first, second] = [
    await sendMessage(site, { name: `Noted ${Date.now()}` }),
    await sendMessage(site, { name: `Noted too ${Date.now()}` }),
  ]
  await openAdmin(page, site)
  const note = page.getByRole('textbox', { name: 'Note' })
  const draft = async (id: string) => {
    await page.goto(`/admin?tab=contact&record=${id}`)
    await note.fill('Half a thought')
  }
  await draft(first)
  await page.goto('/admin?tab=contact')
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 note is not saved. It goes with the sign-out.')
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toHaveCount(0)
  await draft(second)
  await page.goto('/admin')
  await pressInFoot(page, 'Sign out everywhere')
  await expect(question).toContainText('2 notes are not saved. They go with the sign-out.')
  await expect(question).not.toContainText('Nothing else changes')
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await page.goto(`/admin?tab=contact&record=${first}`)
  await expect(note).toHaveValue('Half a thought')
  await page.goto('/admin')

  await page.route('**/api/admin/logout', (route) => route.fulfill({ status: 503, json: {} }))
  allowConsole(/status of 503/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(question.getByRole('alert')).toHaveText('Logout failed. You may still be signed in.')
  await page.unroute('**/api/admin/logout')
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('an answer to a question that meets the session’s end is not given, which is said', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const email = `ended-${Date.now()}@example.com`
  const id = await sendMessage(site, { name: 'Ended', email })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}&person=yes`)
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await markedRead(page)
  await firstLook(page)
  await endSession(page)
  const erase = page.getByRole('button', { name: 'Erase 1 record' })
  await erase.click()
  await signInAgain(page, site)
  await expect(page.getByRole('alert')).toHaveText(
    'Nothing was erased. Your session had ended; try it again',
  )
  await erase.click()
  await expect(page.getByText(`Erased 1 record from ${email}`)).toBeVisible()
})

test('a search that meets the session’s end is read after the sign-in', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Searched ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await firstLook(page)
  await endSession(page)
  await page.getByRole('searchbox').fill(name)
  await signInAgain(page, site)
  await expect(page.locator('.panel-head')).toContainText('1 match')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('over plain http from another device, the sign-in asks for https', async ({
  page,
  site,
  allowConsole,
}) => {
  const elsewhere = 'http://other-device.test'
  allowConsole(/another machine: http:\/\/other-device\.test/, /Cross-Origin-Opener-Policy/)
  const sent: string[] = []
  await page.route(`${elsewhere}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().method() === 'POST') sent.push(pathname)
    await route.fulfill({ response: await route.fetch({ url: site.url + pathname }) })
  })
  await page.goto(`${elsewhere}/admin/login`)
  await page.getByLabel('Email').fill(site.admin.email)
  await page.getByLabel('Password').fill(site.admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Signing in needs HTTPS, or http://localhost on the machine that runs the site.',
  )
  // the browser sends no password over an unencrypted connection
  expect(sent).toEqual([])
})

test('an answer on the overview that meets the session’s end can be sent after the sign-in', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Ended ${Date.now()}`
  await cameEarlier(site, [{ name, hoursAgo: longAgo() }])
  await signIn(page, site)
  const line = page.locator('.next-due a', { hasText: name })
  await line.focus()
  await wholeOverview(page)
  await endSession(page)
  await page.keyboard.press('e')
  await signInAgain(page, site)
  await expect(line).toBeVisible()
  // The focus went on to the next line, if there is one.
  await expect(page.locator('.next-due a:focus')).toHaveCount(1)
  await expect(
    page.getByText(`Failed to mark contact submission as answered: ${name}`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(`Marked ${name} as answered`)).toBeVisible()
  await expect(line).toBeHidden()
})

test('what is typed after the sign-in in between stands in the note', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Noted ${Date.now()}`
  const id = await sendMessage(site, { name })
  await signIn(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = page.getByRole('textbox', { name: /^Note/ })
  await expect(note).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.type('Draft')
  await markedRead(page)
  await firstLook(page)
  await endSession(page)
  await page.keyboard.press('Control+Enter')
  await signInAgain(page, site)
  await expect(note).toBeFocused()
  await page.keyboard.type(' of a note')
  await expect(note).toHaveValue('Draft of a note')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()

  // The search is a field too.
  await page.goto('/admin?tab=contact')
  const search = page.getByRole('searchbox')
  await expect(row(page, name)).toBeVisible()
  await search.focus()
  await firstLook(page)
  await endSession(page)
  // At once: a pause between two letters would search, and the sign-in would take the rest.
  await page.keyboard.insertText('Not')
  await signInAgain(page, site)
  await expect(search).toBeFocused()
  await page.keyboard.type('ed')
  await expect(search).toHaveValue('Noted')
})

test('after the session’s end the list says so, and not that the page tries again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await firstLook(page)
  await endSession(page)
  await page.mouse.move(9, 9)
  await page.mouse.move(99, 99)
  for (let look = 0; look < 2; look++) {
    await page.clock.runFor(31_000)
    await expect(
      page.getByText('nothing newer could be read. Your session has ended.'),
    ).toBeVisible()
  }
  await openAdmin(page, site)
  await page.clock.runFor(31_000)
  await expect(page.getByText('nothing newer')).toBeHidden()
})
