import { expect, test } from './fixtures.ts'
import { noMoreLooks, onlyLook } from './meanwhile.ts'
import { openAdmin, row, signIn, signInHere } from './people.ts'
import { sendMessage } from './submissions.ts'

test('a list that failed offline is read when the network is back', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page, site)
  await page.getByRole('tab', { name: 'EIR' }).click()
  await expect(page.getByRole('heading', { name: 'EIR' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  await expect(page.getByText('This is tried again as soon as you are back.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByText(/^(\d+ records?|No records)$/).first()).toBeVisible()
})

test('a list that was read is shown at once, and as long as it cannot be read', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/, /ERR_FAILED/)
  const name = `Kept ${Date.now()}`
  const ids = [await sendMessage(site, { name: `${name} 1` }), await sendMessage(site, { name })]
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, `${name} 1`)).toBeVisible()
  const count = page.getByText(/^\d+ records?$/)
  await expect(count).toBeVisible()
  // An answered look would read the list again, before the button is pressed.
  await onlyLook(page)

  const lists = '**/api/admin/contact-submissions?**'
  const leaveAndComeBack = async () => {
    await page.getByRole('tab', { name: 'EIR' }).click()
    await expect(page.getByRole('heading', { name: 'EIR' })).toBeVisible()
    await page.getByRole('tab', { name: 'Contact' }).click()
  }
  const read = Promise.withResolvers<undefined>()
  await page.route(lists, async (route) => {
    await read.promise
    await route.abort()
  })
  await leaveAndComeBack()
  await expect(row(page, `${name} 1`)).toBeVisible()
  await expect(count).toBeHidden()
  read.resolve(undefined)
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  await expect(page.getByText('The list is as it was read before.')).toBeVisible()
  await expect(row(page, `${name} 1`)).toBeVisible()
  await page.unroute(lists)
  await page.request.delete(`/api/admin/contact-submissions/${ids[0]}`, {
    headers: { origin: site.url },
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The list is as it was read before.')).toBeHidden()
  await expect(row(page, `${name} 1`)).toBeHidden()
  await expect(count).toBeVisible()

  // nothing of it outlives a sign-out
  const other = await context.newPage()
  await other.goto('/admin')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'You signed out' })).toBeVisible()
  await page.route(lists, () => {})
  await signInHere(other, site)
  await expect(page.getByText('Loading contact submissions…')).toBeVisible()
  await expect(row(page, name)).toBeHidden()
})

test('a list that is read after an outage is not said to be old', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await sendMessage(site, { name: `After ${Date.now()}` })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await onlyLook(page)
  await page.route('**/api/admin/**', (route) => route.abort())
  const old = page.getByText(/^As of .*nothing newer could be read/)
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(old).toBeVisible()
  await noMoreLooks(page)
  await page.unroute('**/api/admin/**')
  await page.getByRole('tab', { name: 'EIR' }).click()
  await expect(page.getByRole('heading', { name: 'EIR' })).toBeVisible()
  await expect(old).toBeHidden()
})

test('a failed list can be tried again', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  await signIn(page, site)
  await page.route('**/api/admin/eir-submissions?**', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await page.goto('/admin?tab=eir')
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  // An answered look would read it again, before the button is pressed.
  await onlyLook(page)
  await page.unroute('**/api/admin/eir-submissions?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByText(/^(\d+ records?|No records)$/).first()).toBeVisible()
})

test('a list that is refused for a moment is asked for again', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 503/)
  await signIn(page, site)
  let asked = 0
  const isSeen = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/eir-submissions?**', async (route) => {
    if (++asked <= 2)
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: {} })
    await isSeen.promise
    return route.continue()
  })
  await page.goto('/admin?tab=eir')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Request failed')
  await expect(page.getByText('It is asked again by itself.')).toBeVisible()
  // a screen reader hears the alert once: its element stays while the request is repeated
  const first = await alert.elementHandle()
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
  expect(await first.evaluate((one) => one.isConnected)).toBe(true)
  isSeen.resolve(undefined)
  await expect(page.getByText(/^(\d+ records?|No records)$/).first()).toBeVisible()
  await expect(alert).toBeHidden()
  expect(asked).toBe(3)
})

test('a view that fails shows no row of another one', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Elsewhere ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto('/admin?tab=contact')
  await expect(row(page, name)).toBeVisible()
  await page.route('**/contact-submissions?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: /^Overdue/ }).click()
  await expect(page.getByRole('alert')).toContainText('Request failed')
  await expect(row(page, name)).toBeHidden()
  await expect(page.getByText('as it was read before')).toBeHidden()
  await page.unroute('**/contact-submissions?*')
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(row(page, name)).toBeVisible()
})
