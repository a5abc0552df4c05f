import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { inEachLook } from './looks/axe.ts'
import { onlyLook } from './meanwhile.ts'
import { markedRead, openAdmin, signIn } from './people.ts'
import { apply, held, joinWaitlist, sendMessage } from './submissions.ts'

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.body.clientWidth)

const NOTHING = { new: 0, waiting: 0, overdue: 0, held: 0 }

const stillReading = { error: 'Not all yet.', indexed: { done: 40_000, of: 100_000 } }

/** Each state: its address, and a text that shows it. */
const states: [address: string, shown: string][] = [
  ['', 'Waitlist projects'],
  ['?tab=contact', 'Export CSV'],
  ['?tab=contact&search=ada&sort=email', 'match'],
  ['?tab=contact&search=nobody', 'No match'],
  ['?tab=contact&held=yes', 'trap field filled'],
  ['?tab=investor', 'No records'],
  ['?tab=contact&status=new', 'New'],
  ['?tab=careers', 'Grace Hopper'],
  ['?tab=waitlist&project=calmist', 'ada-looks@example.com'],
]

const AT = '2026-11-22T12:00:00.000Z'
const why = { mail: 'The mail server took too long.', webhook: 'The webhook answered 500.' }

/** Notifications with every failure: settings, both channels, seven records, disk space. */
const failing = {
  channels: [
    {
      channel: 'mail',
      isSet: true,
      wrong: ['SMTP_URL: write smtps://user:password@host:465, or smtp://user:password@host:587.'],
      deliveredAt: AT,
      failedAt: AT,
      why: why.mail,
    },
    {
      channel: 'webhook',
      isSet: true,
      wrong: [],
      deliveredAt: null,
      failedAt: AT,
      why: why.webhook,
    },
  ],
  owed: 12,
  failed: {
    total: 7,
    items: Array.from({ length: 7 }, (_, i) => ({ id: `${i}`, reference: `71d0c93c9b0${i}`, why })),
  },
  files: { limitMib: 200, refusedAt: AT },
  check: { passedAt: AT, why: 'The contact form answered 500.' },
}
const given = {
  mail: { failedAt: AT, why: why.mail },
  webhook: { owedSince: AT, tries: 4, mostTries: 12, why: why.webhook },
}

/** Shows failed notifications in the overview and in a record. */
async function showFailing(
  page: Page,
  id: string,
  inspect: (state: string, more: () => Promise<void>) => Promise<void>,
) {
  await page.route('**/api/admin/notifications', (route) => route.fulfill({ json: failing }))
  await page.route(`**/api/admin/contact-submissions/${id}*`, async (route) => {
    const record = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...record, told: given } })
  })
  for (const [address, where] of [
    ['', page.getByRole('region', { name: 'Notifications' })],
    [`?tab=contact&record=${id}`, page.getByRole('dialog')],
  ] as const) {
    await page.goto(`/admin${address}`)
    const button = where.getByRole('button', { name: 'Send again' })
    await button.scrollIntoViewIfNeeded()
    await inspect(`${address}, where nobody can be told`, async () => {
      // A button across the whole record would look like its main action.
      expect((await button.boundingBox())?.width).toBeLessThan(160)
    })
  }
}

// The journey is done on a phone; the other admin tests have a wide window.
test('axe finds nothing, light and dark, wide and on a phone', async ({
  page,
  site,
  allowConsole,
}) => {
  // A hundred looks, on a machine that may be busy with other things.
  test.setTimeout(900_000)
  allowConsole(/status of (401|409|503)/)
  const id = await sendMessage(site, { name: 'Ada Lovelace', company: 'x'.repeat(200) })
  const heldId = await sendMessage(site, { name: 'Machine', ...held })
  const applied = await apply(site, { fullName: 'Grace Hopper' })
  await joinWaitlist(site, { email: 'ada-looks@example.com' })
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await signIn(page, site)
  // Other journeys of this worker may have sent enquiries, and messages under the list's foot.
  await page.route('**/api/admin/investor-submissions?**', (route) =>
    route.fulfill({ json: { items: [], total: 0, next: null, counts: NOTHING } }),
  )
  await page.route('**/api/admin/contact-submissions?**', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const answer = (await response.json()) as { items: unknown[] }
    await route.fulfill({ json: { ...answer, items: answer.items.slice(0, 5) } })
  })
  const inspect = (state: string, more?: () => Promise<void>) =>
    inEachLook(page, async (look, violations) => {
      expect(violations, `${state}, ${look}`).toEqual([])
      expect(await isTooWide(page), `${state} is too wide, ${look}`).toBe(false)
      await more?.()
    })
  for (const [address, shown] of states) {
    await page.goto(`/admin${address}`)
    await expect(page.getByText(shown).first()).toBeVisible()
    await inspect(address)
  }

  for (const list of ['?tab=contact', '?tab=contact&held=yes', '?tab=waitlist&project=calmist']) {
    await page.goto(`/admin${list}`)
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await inspect(`${list}, dense`)
    await page.getByRole('button', { name: 'Compact rows' }).click()
  }

  for (const record of [`contact&held=yes&record=${heldId}`, `careers&record=${applied}`]) {
    await page.goto(`/admin?tab=${record}`)
    await expect(page.getByRole('dialog').getByText('Created')).toBeVisible()
    await inspect(record)
  }
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: 'Your note is not saved' })).toBeVisible()
  await inspect('the question about a note')
  await page.getByRole('button', { name: 'Save note' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/admin?tab=careers&record=${applied}&person=yes`)
  await page.getByRole('button', { name: 'Erase all' }).click()
  await expect(page.getByRole('dialog', { name: 'Erase' })).toBeVisible()
  await inspect('the question about a person')
  await page.route('**/api/admin/people{,/erase}', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json: stillReading }),
  )
  await page.getByRole('button', { name: /^Erase \d+ record/ }).click()
  await expect(page.getByText('Nothing is erased until')).toBeVisible()
  await inspect('an erasure that waits')
  await page.reload()
  await expect(page.getByText('Looking in every list…')).toBeVisible()
  await inspect('a person who is looked for')
  await page.unroute('**/api/admin/people{,/erase}')
  await page.route('**/api/admin/contact-submissions.csv*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json: stillReading }),
  )
  await page.goto('/admin?tab=contact')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page.getByText('Some records cannot be read yet')).toBeVisible()
  // The press has scrolled; the table's head must not stand upon half a row in another width.
  await page.evaluate(() => scrollTo(0, 0))
  await inspect('a file that waits')
  await showFailing(page, id, inspect)
  await page.goto('/admin?tab=careers')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Delete \d/ }).click()
  await expect(page.getByRole('dialog', { name: 'Delete th' })).toBeVisible()
  await inspect('the question')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await inspect('the keys')

  await page.keyboard.press('Escape')
  await page.goto('/admin?tab=contact')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const arrived = await sendMessage(site, { name: 'Just arrived' })
  // The page asks for news when it becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: '1 new – show' })).toBeVisible()
  await inspect('what has arrived')

  await page.goto(`/admin?tab=contact&record=${arrived}`)
  await markedRead(page)
  await onlyLook(page)
  await page.getByRole('textbox', { name: 'Note' }).fill('Mine')
  await page.request.patch(`/api/admin/contact-submissions/${arrived}`, {
    data: { note: 'Theirs', version: 0 },
    headers: { origin: site.url },
  })
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('alert')).toContainText('Theirs')
  await inspect('two notes at once')
  await page.getByRole('button', { name: 'Take this one' }).click()

  await page.goto('/admin?tab=contact')
  await expect(page.getByText('Export CSV')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/admin')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'You signed out' })).toBeVisible()
  await inspect('signed out in another tab')
  await other.close()
  await openAdmin(page, site)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await page.context().clearCookies()
  // A request of the overview may be first to hear of it, and the question then covers the tabs.
  await page.keyboard.press('4')
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await inspect('the ended session')
})
