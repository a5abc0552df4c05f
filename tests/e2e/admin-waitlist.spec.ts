import { expect, test } from './fixtures.ts'
import { allAnswered, firstLook, openAdmin, row, signIn } from './people.ts'
import { joinWaitlist } from './submissions.ts'

test('each project has its own list, and the first list is open', async ({ page, site }) => {
  const stamp = Date.now()
  const [first, second] = [`first-${stamp}@example.com`, `second-${stamp}@example.com`]
  await joinWaitlist(site, { email: first, projectSlug: 'founders-journal', name: 'Ada' })
  await joinWaitlist(site, { email: second, projectSlug: 'fundraise-coach' })
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Waitlist' }).click()
  const projects = page.getByRole('navigation', { name: 'Projects' }).getByRole('link')
  await expect(projects).toHaveCount(3)
  await expect(projects.first()).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('columnheader')).toContainText([
    '',
    'Id',
    'Email',
    'Name',
    'Source',
    'Created',
    'Actions',
  ])
  await expect(row(page, first)).toContainText('landing')
  await expect(row(page, second)).toBeHidden()

  await projects.filter({ hasText: 'fundraise-coach' }).click()
  await expect(page).toHaveURL(/project=fundraise-coach/)
  // a missing name is a dash
  await expect(row(page, second)).toContainText('—')
  await expect(row(page, first)).toBeHidden()
  await page.goBack()
  await expect(row(page, first)).toBeVisible()
})

test('an entry that can’t be deleted stays', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 503/)
  const email = `stays-${Date.now()}@example.com`
  await joinWaitlist(site, { email })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist&project=calmist')
  await page.route('**/api/admin/waitlist/entries/*', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await row(page, email).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete waitlist entry')
  await expect(row(page, email)).toBeVisible()
})

test('a studio without apps has no project, and the tab says so', async ({ page, site }) => {
  await page.route('**/api/admin/waitlist/projects', (route) =>
    route.fulfill({ json: { items: [], total: 0 } }),
  )
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Waitlist' }).click()
  await expect(page.getByText('No projects')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Projects' })).toBeHidden()
})

test('entries of a waitlist are seen once their page was shown for a second', async ({
  page,
  site,
}) => {
  const email = `seen-${Date.now()}@example.com`
  await joinWaitlist(site, { email, projectSlug: 'fundraise-coach' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist&project=fundraise-coach')
  const entry = page.getByRole('row').filter({ hasText: email })
  await expect(entry).toBeVisible()
  await expect(entry.locator('.new-mark')).toBeHidden()
  const answered = page.waitForResponse('**/api/admin/counts')
  await page.reload()
  await answered
  await expect(page.getByRole('button', { name: /^New/ })).toHaveText('New 0')
})

test('an entry that was deleted meanwhile does not keep the others new', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const stamp = Date.now()
  const ids: string[] = []
  for (const one of [1, 2, 3])
    ids.push(
      await joinWaitlist(site, {
        email: `others-${one}-${stamp}@example.com`,
        projectSlug: 'fundraise-coach',
      }),
    )
  await openAdmin(page, site)
  const [asked, mayMark] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route(`**/waitlist/entries/${ids[2]}`, async (route) => {
    asked.resolve(undefined)
    await mayMark.promise
    await route.continue()
  })
  await page.goto('/admin?tab=waitlist&project=fundraise-coach')
  await asked.promise
  const gone = await page.request.delete(`/api/admin/waitlist/entries/${ids[1]}`, {
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  })
  expect(gone.status()).toBe(200)
  mayMark.resolve(undefined)
  for (const one of [3, 1])
    await expect(row(page, `others-${one}-${stamp}`).locator('.new-mark')).toBeHidden()
})

test('entries that were seen leave the view of new ones, which counts again', async ({
  page,
  site,
}) => {
  const stamp = Date.now()
  for (const one of [1, 2])
    await joinWaitlist(site, {
      email: `leaves-${one}-${stamp}@example.com`,
      projectSlug: 'calmist',
    })
  await page.clock.install({ time: Date.now() })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist&project=calmist&status=new')
  const entry = row(page, `leaves-1-${stamp}`)
  await expect(entry).toBeVisible()
  await expect(page.locator('.panel-head').last()).toContainText(/[1-9]\d* records?/)
  await firstLook(page)
  // They are looked at: what is marked as seen stays for now.
  await page.clock.runFor(2_000)
  await expect(entry.locator('.new-mark')).toBeHidden()
  await expect(page.getByRole('button', { name: /^New/ })).toHaveText('New 0')
  await expect(entry).toBeVisible()
  await allAnswered(page)

  await page.clock.runFor(30_000)
  await expect(page.getByText('No waitlist entry is new.')).toBeVisible()
  await expect(page.locator('.panel-head').last()).toContainText('0 records')
})

test('an entry whose address joined again is not taken back, and says why', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const email = `${Date.now()}@a.example`
  await joinWaitlist(site, { email, name: 'Priya' })
  await openAdmin(page, site)
  await page.goto('/admin?tab=waitlist&project=calmist')
  await row(page, email).getByRole('link').first().focus()
  // It is marked as seen after a second.
  await expect(row(page, email).locator('.new-mark')).toBeHidden()
  await page.keyboard.press('!')
  await expect(page.getByText(`Marked ${email} as spam`)).toBeVisible()
  await joinWaitlist(site, { email })
  await page.keyboard.press('z')
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to release waitlist entry. Another entry of the list has this address. Delete one of the two.',
  )
  await expect(page.getByText('Taken back')).toBeHidden()
  await page.getByRole('button', { name: /^Held/ }).click()
  await expect(row(page, email)).toContainText('Priya')
})
