import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { listed, openAdmin, pdf } from './people.ts'

const PATH = '/careers/chief-revenue-officer'

/** The list below a heading. */
const under = (page: Page, name: string) =>
  page.locator('main div').filter({ has: page.locator('> h2', { hasText: name }) })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a role’s page says what the role is, how the studio hires, and has its form', async ({
      page,
    }) => {
      await page.goto(PATH)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chief Revenue Officer')
      await expect(page.locator('.role-facts dd')).toHaveText(['Gurgaon, hybrid', 'Full-time'])
      await expect(under(page, 'In one sentence')).toContainText('Owns revenue')
      await expect(under(page, 'Focus areas').getByRole('listitem')).toHaveCount(3)
      await expect(under(page, 'Must-have experience').getByRole('listitem')).toHaveCount(3)
      await expect(page.getByRole('heading', { level: 4 })).toHaveText([
        'Intro conversation',
        'Deep-dive interview',
        'Working session',
        'Offer and onboarding',
      ])
      await page.getByRole('main').getByRole('link', { name: 'Apply', exact: true }).click()
      await expect(page.locator('#form')).toBeInViewport()
      await expect(page.getByLabel('Role', { exact: true })).toHaveValue('chief-revenue-officer')
      await expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible()
    })

    test('each role leads to the next, to the one before, and back to the list', async ({
      page,
    }) => {
      const to = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
      await page.goto('/careers/chief-distribution-officer')
      await expect(to(/^Previous role/)).toHaveCount(0)
      await to(/^Next role/).click()
      await to(/^Next role/).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrepreneur in Residence')
      await expect(to(/^Next role/)).toHaveCount(0)
      await to(/^Previous role/).click()
      await expect(page).toHaveURL(/chief-revenue-officer$/)
      await to('All open roles').click()
      await expect(page).toHaveURL(/\/careers#roles$/)
    })
  })
}

test('the form of a role’s page sends that role, and can send another one', async ({
  page,
  site,
}) => {
  await openAdmin(page, site)
  await page.goto(PATH)
  const apply = async (file: string) => {
    await page.getByLabel('Full name').fill('Mary Jackson')
    await page.getByLabel('Work email').fill('mary@wing.test')
    await page.getByLabel('Phone number').fill('+91 98000 00000')
    await page.getByLabel('Current location').fill('Gurgaon')
    await page.getByLabel('Years of experience').fill('12')
    const resume = { name: file, mimeType: 'application/pdf', buffer: pdf(3_000) }
    await page.getByLabel('Resume', { exact: true }).setInputFiles(resume)
    await page.getByRole('button', { name: 'Submit application' }).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
    return (await listed(page, 'career-applications')).items[0]
  }
  expect(await apply('mary.pdf')).toMatchObject({
    roleSlug: 'chief-revenue-officer',
    roleTitle: 'Chief Revenue Officer',
  })

  await page.getByRole('button', { name: 'Send another application' }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('chief-revenue-officer')
  await page
    .getByLabel('Role', { exact: true })
    .selectOption({ label: 'Entrepreneur in Residence' })
  expect(await apply('again.pdf')).toMatchObject({ roleTitle: 'Entrepreneur in Residence' })
  // the blank form keeps the chosen role
  await page.getByRole('button', { name: 'Send another application' }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('entrepreneur-in-residence')
})

test('a role chosen before the form’s code arrives stays', async ({ page }) => {
  await page.goto(PATH)
  let codeMayCome = () => {}
  const waiting = new Promise<void>((resolve) => (codeMayCome = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByLabel('Role', { exact: true }).selectOption('entrepreneur-in-residence')
  codeMayCome()
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('entrepreneur-in-residence')
})
