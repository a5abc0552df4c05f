import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn, signInDialog, signInHere } from './people.ts'
import { sendMessage } from './submissions.ts'

test('a sign-out in another tab takes effect at once', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Hidden ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await page.getByRole('textbox', { name: 'Note' }).fill('Call her.')
  const other = await context.newPage()
  await other.goto('/admin')
  const question = other.getByRole('dialog')
  const lost = '1 note is not saved, here or in another tab. It goes with the sign-out.'
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(question).toContainText(lost)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(question).toContainText(lost)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Call her.')

  await other.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('alert')).toContainText('A note that was not saved is gone.')
  await page.goto('about:blank')
  await signInHere(other, site)
  await expect(other.getByRole('tab', { name: 'Overview' })).toBeVisible()

  await page.goto('/admin?tab=contact')
  await expect(row(page, name)).toBeVisible()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('alert')).toHaveText(/where you left off\.$/)

  await expect(page.getByRole('heading', { name: 'You signed out in another tab' })).toBeVisible()
  await expect(row(page, name)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page.getByLabel('Email')).toBeFocused()

  // a sign-in in the other tab counts in this tab
  const renewed = page.waitForResponse('**/api/admin/refresh')
  await signInHere(other, site)
  await expect(row(page, name)).toBeVisible()
  // A look of either tab at the session would bring the cookie back.
  await expect(other.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await renewed

  // after the session has ended, too
  await context.clearCookies()
  await page.getByRole('button', { name: /^Answered/ }).click()
  await expect(signInDialog(page)).toBeVisible()
  await other.goto('/admin/login')
  await signInHere(other, site)
  await expect(signInDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the sign-in starts at its first field and says when to try again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 429/)
  await page.goto('/admin/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.route('**/api/admin/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600' },
      json: { error: 'Too many attempts.' },
    }),
  )
  await page.getByLabel('Email').fill('somebody@example.com')
  const send = page.getByRole('button', { name: 'Sign In', exact: true })
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Email and password are both required.')
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.getByLabel('Password').fill('a wrong password')
  // The pressed button rests meanwhile, and loses the focus.
  await send.click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Try again at \d{1,2}:\d{2}[^\d]*\.$/,
  )
})

test('the sign-in page leads on while the session lives', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 401/)
  await page.goto('/admin/login')
  await signInHere(page, site)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goto('/admin/login')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL('/admin')

  await page.context().clearCookies()
  const checked = page.waitForResponse('**/api/admin/refresh')
  await page.goto('/admin/login')
  expect((await checked).status()).toBe(401)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page).toHaveURL('/admin/login')
  await signInHere(page, site)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()

  // After a sign-out, and in a browser that never signed in, nothing is asked.
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/admin/login', { waitUntil: 'networkidle' })
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
})

test('each tab sets the document title', async ({ page, site }) => {
  await signIn(page, site)
  await expect(page).toHaveTitle(/Overview \| Admin \| /)
  await page.getByRole('tab', { name: 'Investors' }).click()
  await expect(page).toHaveTitle(/Investors \| Admin \| /)
  await page.keyboard.press('5')
  await expect(page.getByRole('tab', { name: 'Careers' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveTitle(/Careers \| Admin \| /)
})

test('the sign-in says that the session could not be checked', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of (401|503)/)
  await openAdmin(page, site)
  const refresh = '**/api/admin/refresh'
  const said = page.getByText('your session could not be checked')
  const busy = { status: 503, json: { error: 'Busy.' } }
  const notOurs = { status: 200, contentType: 'text/html', body: '<p>Usage exceeded</p>' }
  for (const answer of [busy, notOurs]) {
    await page.route(refresh, (route) => route.fulfill(answer))
    await page.goto('/admin?tab=investor')
    await expect(page).toHaveURL('/admin/login')
    await expect(said).toBeVisible()
    await page.unroute(refresh)
    // The link leads back to where the page was.
    await said.getByRole('link', { name: 'try again' }).click()
    await expect(page).toHaveURL('/admin?tab=investor')
    await expect(page.getByRole('tab', { name: 'Investors', selected: true })).toBeVisible()
  }
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL('/admin/login')
  await expect(said).toBeHidden()
})
