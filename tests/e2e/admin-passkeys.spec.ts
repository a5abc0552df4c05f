import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { addAuthenticator, invite, joined, useKey } from './passkeys.ts'
import { endSession, pressInFoot, row, signIn, signInDialog, wholeOverview } from './people.ts'
import { sendMessage } from './submissions.ts'

const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
}

/** While `isOld`, the server finds the sign-in too old for an invitation. */
const refuseOld = (page: Page, isOld: () => boolean) =>
  page.route('**/api/admin/staff', (route) =>
    isOld() && route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: 'Sign in again to do this.', again: true } })
      : route.continue(),
  )

test('people come by invitation, sign in with a passkey, and go', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  await expect(page.getByText('Signed in with the emergency password')).toBeHidden()
  const link = await invite(page, 'Asha')
  const asha = await joined(browser, site, link)
  expect(await asha.authenticator.keys()).toHaveLength(1)

  // the key opens the admin area again
  await leave(asha.page)
  await useKey(asha.page)
  await expect(asha.page.getByRole('tab', { name: 'Overview' })).toBeVisible()

  // the link was good once
  await page.goto(link)
  const here = await addAuthenticator(page)
  await page.getByRole('button', { name: 'Make my passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This invitation is over')
  await here.lose()

  // a finger that the device does not know opens nothing
  await leave(asha.page)
  await asha.authenticator.verify(false)
  await useKey(asha.page)
  await expect(asha.page.getByRole('alert')).toHaveText('No passkey was used.')
  await asha.authenticator.verify(true)
  await useKey(asha.page)
  await expect(asha.page.getByRole('tab', { name: 'Overview' })).toBeVisible()

  // her name is beside Logout, on a phone too
  const bar = asha.page.getByRole('banner')
  await asha.page.setViewportSize({ width: 390, height: 844 })
  await expect(bar.getByText('Asha', { exact: true })).toBeInViewport({ ratio: 1 })
  expect((await bar.boundingBox())?.height).toBeLessThan(60)
  await asha.page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('banner').locator('bdi')).toHaveCount(0)

  // what she does has her name
  const name = `Signed ${Date.now()}`
  const id = await sendMessage(site, { name })
  await asha.page.goto(`/admin?tab=contact&record=${id}`)
  const dialog = asha.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark answered' }).click()
  await expect(dialog.getByText(/^Answered by Asha, \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
  await asha.page.goto('/admin?tab=log')
  await expect(row(asha.page, 'Asha', 'answered', id.split('-')[1] ?? '')).toBeVisible()

  // whose acts are listed is kept over a look at one
  const whose = asha.page.getByLabel('Person')
  await whose.selectOption('Asha')
  await asha.page.getByRole('link', { name: id.split('-')[1] ?? '' }).click()
  await expect(dialog).toContainText(name)
  await asha.page.keyboard.press('Escape')
  await expect(row(asha.page, 'Asha', 'answered')).toBeVisible()
  await expect(whose.locator(':checked')).toHaveText('Asha')
  await expect(asha.page.getByText(name)).toBeHidden()

  const download = asha.page.waitForEvent('download')
  await asha.page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('log.csv')
  expect(await axeViolations(asha.page)).toEqual([])

  // now the password is for emergencies, and says so
  await signIn(page, site)
  await expect(page.getByText('Signed in with the emergency password')).toBeVisible()

  await pressInFoot(page, 'People')
  await expect(page.getByText('1 key, last used on')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  // the next request of a removed person is refused
  await page.getByRole('button', { name: 'People', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Asha' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Asha' }).click()
  await expect(page.getByText('Nobody yet. Invite yourself first.')).toBeVisible()
  await asha.page.reload()
  await expect(asha.page).toHaveURL(/\/admin\/login$/)
  await useKey(asha.page)
  await expect(asha.page.getByRole('alert')).toHaveText('This passkey was not accepted.')
  await asha.page.close()
})

test('a person adds a second key, and loses the first', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  const bo = await joined(browser, site, await invite(page, 'Bo'))
  await pressInFoot(bo.page, 'People')
  await expect(bo.page.getByRole('heading', { name: 'Bo (you)' })).toBeVisible()
  // the browser refuses a second key on one device, so this is another device
  await bo.authenticator.lose()
  const second = await addAuthenticator(bo.page)
  await bo.page.getByLabel('Name of another key').fill('Blue phone')
  await bo.page.getByRole('button', { name: 'Add a key' }).click()
  await expect(bo.page.getByText('Blue phone, made on')).toBeVisible()
  expect(await second.keys()).toHaveLength(1)
  await leave(bo.page)
  await useKey(bo.page)
  await expect(bo.page.getByRole('tab', { name: 'Overview' })).toBeVisible()

  // a key goes after a question, and the last one says what follows
  await pressInFoot(bo.page, 'People')
  const question = bo.page.getByRole('dialog')
  await bo.page.getByRole('button', { name: 'Remove First key' }).click()
  await expect(question).toContainText('It opens the admin area no more.')
  await expect(question).toContainText('Each session that it opened ends')
  await question.getByRole('button', { name: 'Remove First key' }).click()
  await expect(bo.page.getByRole('button', { name: 'Remove First key' })).toBeHidden()
  await bo.page.getByRole('button', { name: 'Remove Blue phone' }).click()
  await expect(question).toContainText('This is your only key. Without it you need a new')
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(bo.page.getByText('1 key, last used on')).toBeVisible()
  await bo.page.getByRole('button', { name: 'Remove Blue phone' }).click()
  await question.getByRole('button', { name: 'Remove Blue phone' }).click()
  // the key had opened this session
  await expect(signInDialog(bo.page)).toContainText('Your session has ended')
  await bo.page.close()

  // a person who joined or left needs no link any more
  const link = page.getByText('Send this link to')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('listitem').filter({ hasText: 'bo@studio.test' })).toContainText(
    /invited with the emergency password on .*No key\./,
  )
  await expect(link).toBeHidden()
  await page.goto('/admin')
  await invite(page, 'Mei')
  await expect(link).toContainText('Mei')
  await page.getByRole('button', { name: 'Remove Mei' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Mei' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeHidden()
})

test('an invitation without a name leads to its field', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 422/)
  await signIn(page, site)
  await pressInFoot(page, 'People')
  await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Write a name.')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Emergency Password')
  await page.getByLabel('Email').fill('asha@studio.test')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The log uses this name')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('a sign-in that is too old is asked for again, and the work goes on', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  await signIn(page, site)
  let isOld = true
  await refuseOld(page, () => isOld)
  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill('Cy')
  await page.getByLabel('Email').fill('cy@studio.test')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Nobody was invited')

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(question).toBeVisible()
  isOld = false
  await question.getByLabel('Email').fill(site.admin.email)
  await question.getByLabel('Password').fill(site.admin.password)
  await question.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('status').getByText('/admin/join#')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
})

test('who signs in again by passkey is no longer signed in with the password', async ({
  page,
  site,
  allowConsole,
}) => {
  // Requests from before the logout may be answered after it.
  allowConsole(/status of 40[13]/)
  await signIn(page, site)
  const link = await invite(page, 'Di')
  await addAuthenticator(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Make my passkey' }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await leave(page)
  await signIn(page, site)
  const emergency = page.getByText('Signed in with the emergency password')
  await expect(emergency).toBeVisible()
  await refuseOld(page, () => true)
  await pressInFoot(page, 'People')
  await page.getByLabel('Name', { exact: true }).fill('Ed')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(signInDialog(page)).toBeVisible()
  await useKey(page)
  await expect(signInDialog(page)).toBeHidden()
  await expect(emergency).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Di (you)' })).toBeVisible()
})

test('where the browser has no passkeys, the sign-in is as it was', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await page.goto('/admin/login')
  await expect(page.getByRole('button')).toHaveText(['Sign In'])
})

test('where a passkey was used, it comes first and has the focus', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, site)
  const { page: gia } = await joined(browser, site, await invite(page, 'Gia'))
  await leave(gia)
  const key = gia.getByRole('button', { name: 'Use a passkey' })
  const isFirst = async () => {
    await expect(key).toBeFocused()
    const [top = 0, below = 0] = await Promise.all(
      [key, gia.getByLabel('Email')].map(async (one) => (await one.boundingBox())?.y),
    )
    expect(top).toBeLessThan(below)
    await expect(gia.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  }
  await isFirst()
  expect(await axeViolations(gia)).toEqual([])
  await gia.keyboard.press('Enter')
  await expect(gia.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await wholeOverview(gia)
  await endSession(gia)
  await gia.keyboard.press('2')
  await expect(signInDialog(gia)).toBeVisible()
  await isFirst()
  await gia.keyboard.press('Enter')
  await expect(signInDialog(gia)).toBeHidden()
  await gia.close()
})

test('a passkey whose answer was lost is said to be unclear, and leads to the sign-in', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of (401|503)/)
  await signIn(page, site)
  const link = await invite(page, 'Iris')
  const context = await browser.newContext({ baseURL: site.url })
  const own = await context.newPage()
  await addAuthenticator(own)
  await own.goto(link)
  await own.route('**/api/admin/join', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: { error: 'Storage is not available.' } })
  })
  await own.getByRole('button', { name: 'Make my passkey' }).click()
  const alert = own.getByRole('alert')
  await expect(alert).toContainText('The server did not say whether it keeps your passkey.')
  await own.getByRole('button', { name: 'Make my passkey' }).click()
  await expect(alert).toContainText('Try to sign in with it first.')
  await own.getByRole('link', { name: 'To the sign-in' }).click()
  await useKey(own)
  await expect(own.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await context.close()
})
