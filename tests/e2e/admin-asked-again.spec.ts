import { expect, test } from './fixtures.ts'
import { openAdmin, row, signIn } from './people.ts'
import { sendMessage } from './submissions.ts'

const LOOK_MS = 31_000

test('a list that failed is read as soon as the server answers a look', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Healed ${Date.now()}`
  await sendMessage(site, { name })
  await page.clock.install({ time: Date.now() })
  await signIn(page, site)
  const list = '**/api/admin/contact-submissions?**'
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByRole('alert')).toHaveText('Request failed')
  await page.unroute(list)
  await page.clock.runFor(LOOK_MS)
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a record that is gone is not asked for again', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 404/)
  const name = `Nowhere ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const path = `/api/admin/contact-submissions/${id}`
  await page.request.delete(path, { headers: { origin: site.url } })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith(path)) asked++
  })
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('no longer exists')
  await page.clock.runFor(3 * LOOK_MS)
  expect(asked).toBe(1)
})

test('the banner of a figure that stays refused keeps the focus', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  const list = '**/api/admin/eir-submissions?limit=1'
  let asked = 0
  await page.route(list, (route) => {
    asked++
    return route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/admin')
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.focus()
  const banner = await page.locator('.problem').elementHandle()
  for (let look = 0; look < 2; look++) {
    const before = asked
    await page.clock.runFor(LOOK_MS)
    await expect.poll(() => asked).toBeGreaterThan(before)
    await expect(retry).toBeFocused()
  }
  expect(await banner.evaluate((element) => element.isConnected)).toBe(true)
  await page.unroute(list)
  await page.clock.runFor(LOOK_MS)
  await expect(page.getByRole('alert')).toBeHidden()
})
