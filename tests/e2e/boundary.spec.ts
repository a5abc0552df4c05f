import { words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { noMoreLooks } from './meanwhile.ts'
import { useKey } from './passkeys.ts'
import { openAdmin, pressInFoot, sendButton, signIn, thanks, writeMessage } from './people.ts'
import { sendMessage } from './submissions.ts'

/** Breaks the page's drawing code, as a bug would. */
const sabotage = () => {
  const { entries } = Object
  Object.assign(Object, {
    entries: (value: object) => {
      if ((window as { isBroken?: boolean }).isBroken) throw new Error('Broken on purpose.')
      return entries(value)
    },
  })
}

test('a broken form says so, and a reload restores the typed text', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Broken on purpose|An error occurred|react/i)
  await page.addInitScript(sabotage)
  await page.goto('/contact')
  await writeMessage(page)
  // Wait until the form's code is active.
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  await expect.poll(kept).toContain('attempt')
  await page.evaluate(() => Object.assign(window, { isBroken: true }))
  await page.getByLabel('Company').first().fill('Analytical Engines')
  await expect(page.getByRole('alert')).toContainText(words('forms/all-forms').stopped)
  await page.locator('.native').getByLabel('Message').fill('Engines, and looms.')
  await page.getByRole('button', { name: words('forms/all-forms').reload }).click()
  await expect(page.getByLabel('Message')).toHaveValue('Engines, and looms.')
  await expect(page.getByLabel('Company').first()).toHaveValue('Analytical Engines')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('a broken view of the admin area does not affect the others', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/TypeError|An error occurred|Cannot read/)
  await signIn(page, site)
  await page.route('**/api/admin/contact-submissions?*limit=50*', (route) =>
    route.fulfill({ json: { items: [null], total: 1, next: null } }),
  )
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByRole('alert')).toContainText('This view stopped working.')
  await page.getByRole('tab', { name: 'Investor' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Investor' })).toHaveAttribute('aria-selected', 'true')
})

const NOT_LOADED = 'This part could not load. Check your connection and try again.'

test('parts without their code say so, are tried again, and the overview still works', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/Failed to fetch dynamically|Failed to load resource|net::ERR_FAILED/)
  const alert = page.getByRole('alert')
  await page.route(/_astro.(FormTab|views|passkey)\./, (route) => route.abort())
  await page.goto('/admin/login')
  await useKey(page)
  await expect(alert).toHaveText(NOT_LOADED)
  await signIn(page, site)
  await expect(page.locator('.agenda')).toBeVisible()
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(alert).toHaveText(NOT_LOADED)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.locator('.agenda')).toBeVisible()
  await pressInFoot(page, 'People')
  await expect(alert).toHaveText(NOT_LOADED)
  await expect(page.locator('.updated')).toHaveCount(0)

  // An answered look would load it again, before the button is pressed.
  await noMoreLooks(page)
  await page.unroute(/_astro.(FormTab|views|passkey)\./)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
})

test('a record with a broken character in its address can be read', async ({ page, site }) => {
  const name = `Half ${Date.now()}`
  const id = await sendMessage(site, { name, email: 'ada\ud800@example.com' })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('dialog')).toContainText(name)
  await expect(page.getByRole('link', { name: 'ada\ufffd@example.com' })).toBeVisible()
})

test('a server error shows its request id for the log', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  await signIn(page, site)
  await page.route('**/api/admin/contact-submissions?*limit=50*', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'a1b2' }, json: { error: 'No.' } }),
  )
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(page.getByText('Request a1b2 in the server’s log.')).toBeVisible()
})
