import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

// The clock runs every second, so the site checks itself at once.
test.use({ siteEnv: { HOUSEKEEPING_SECONDS: '1' } })

test('the site checks itself, and the overview says when it passed or what failed', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(async () => {
    await page.reload()
    await expect(section).toContainText('The site’s daily check of itself last passed on')
  }).toPass()
  await expect(section.getByRole('alert')).toHaveCount(0)

  // its message is in no list
  await page.goto('/admin?tab=contact&held=yes')
  await expect(page.getByRole('main')).toContainText('All 0')
  await expect(page.getByRole('main')).toContainText('Held 0')

  await page.route('**/api/admin/notifications', async (route) => {
    const notifications = (await (await route.fetch()).json()) as object
    const check = { passedAt: null, why: 'The contact form answered 500.' }
    await route.fulfill({ json: { ...notifications, check } })
  })
  await page.goto('/admin')
  await expect(section).toContainText('The site’s daily check of itself has not passed yet.')
  await expect(section.getByRole('alert')).toHaveText(
    'The last daily check failed. The contact form answered 500.',
  )
})
