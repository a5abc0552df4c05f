import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/careers'))

const role = (page: Page, title: string) =>
  page.locator('.roles > li').filter({ has: page.getByRole('heading', { name: title }) })

test('three roles state their place and their working time', async ({ page }) => {
  await expect(page.locator('.roles > li')).toHaveCount(3)
  await expect(role(page, 'Chief Distribution Officer')).toContainText(
    /Gurgaon, onsite\s*Full-time/,
  )
  await expect(role(page, 'Chief Revenue Officer')).toContainText(/Gurgaon, hybrid\s*Full-time/)
  await expect(role(page, 'Entrepreneur in Residence')).toContainText(
    /Gurgaon, hybrid\s*Full-time or residency/,
  )
})

test('the page head links to the roles and to the form', async ({ page }) => {
  await page.getByRole('link', { name: 'View open roles' }).click()
  await expect(page.locator('#roles')).toBeInViewport()
  await page.getByRole('link', { name: 'Introduce yourself' }).click()
  await expect(page.locator('#form')).toBeInViewport()
})

test('each role’s title leads to its page, and its brief stays in the list', async ({ page }) => {
  await role(page, 'Chief Revenue Officer')
    .getByRole('link', { name: 'Chief Revenue Officer', exact: true })
    .click()
  await expect(page).toHaveURL(/\/careers\/chief-revenue-officer$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chief Revenue Officer')
})

test('each role and the profile link to the form', async ({ page }) => {
  for (const name of [
    'Apply now for Chief Distribution Officer',
    'Apply for Chief Revenue Officer',
    'Apply for Entrepreneur in Residence',
    'Share your profile',
  ]) {
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', '#form')
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('one role brief is open at a time', async ({ page }) => {
      const first = role(page, 'Chief Distribution Officer')
      const second = role(page, 'Chief Revenue Officer')
      await expect(first.getByText('Focus areas')).toBeVisible()
      await expect(first.getByText('Must-have experience')).toBeVisible()
      await expect(second.getByText('Focus areas')).toBeHidden()

      // the second brief opens, and the first one closes
      await second.getByText('View role brief').click()
      await expect(second.getByText('Focus areas')).toBeVisible()
      await expect(second.locator('[href="#form"]')).toHaveAccessibleName(/^Apply now/)
      await expect(first.getByText('Focus areas')).toBeHidden()
      await expect(first.locator('[href="#form"]')).toHaveAccessibleName(/^Apply for/)

      // the second brief closes again
      await second.getByText('Hide role brief').click()
      await expect(second.getByText('Focus areas')).toBeHidden()
    })
  })
}

test('the page has the working week, the benefits and the hiring steps', async ({ page }) => {
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
  await expect(section('How we work').getByRole('listitem')).toHaveCount(4)

  const benefits = section('Benefits designed for builders')
  await expect(benefits.getByRole('listitem')).toHaveCount(5)
  await expect(benefits.getByRole('term')).toHaveText([
    'Operator-first',
    'Velocity with rigor',
    'Learning compounds',
  ])

  const hiring = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Hiring process' }) })
  await expect(hiring.getByRole('heading', { level: 3 })).toHaveText([
    'Intro conversation',
    'Deep-dive interview',
    'Working session',
    'Offer and onboarding',
  ])
  await expect(hiring.getByRole('link')).toHaveAttribute('href', /^mailto:[^?]+@/)
})

test('the contact page names the same roles', async ({ page }) => {
  const titles = await page.locator('.roles h3').allInnerTexts()
  await page.goto('/contact')
  await expect(page.getByRole('heading', { name: 'Three roles are open' })).toBeVisible()
  for (const title of titles) await expect(page.getByRole('main')).toContainText(title)
})
