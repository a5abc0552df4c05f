import type { Page } from 'playwright/test'
import { roles, shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'

const careers = words('pages/careers')
const { show, hide, focusAreas, mustHave, apply, applyMore, about } = careers.roles
const [FIRST, SECOND] = roles

test.beforeEach(({ page }) => page.goto('/careers'))

const role = (page: Page, title: string) =>
  page.locator('.roles > li').filter({ has: page.getByRole('heading', { name: title }) })

test('each role states its place and its working time', async ({ page }) => {
  await expect(page.locator('.roles > li')).toHaveCount(roles.length)
  for (const { title, location, type } of roles) {
    await expect(role(page, title)).toContainText(location)
    await expect(role(page, title)).toContainText(type)
  }
})

test('the page head links to the roles and to the form', async ({ page }) => {
  for (const { label, href } of careers.head.actions) {
    await page.getByRole('link', { name: label }).click()
    await expect(page.locator(href)).toBeInViewport()
  }
})

test('each role’s title leads to its page, and its brief stays in the list', async ({ page }) => {
  const { title = '', slug = '' } = SECOND ?? {}
  await role(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/careers/${slug}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('each role and the profile link to the form', async ({ page }) => {
  const forRoles = roles.map(({ title }, index) => {
    const more = index === 0 ? `${applyMore} ` : ''
    return `${apply} ${more}${shown(about, { title })}`
  })
  for (const name of [...forRoles, careers.roles.action.label]) {
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', '#form')
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('one role brief is open at a time', async ({ page }) => {
      const first = role(page, FIRST?.title ?? '')
      const second = role(page, SECOND?.title ?? '')
      await expect(first.getByText(focusAreas)).toBeVisible()
      await expect(first.getByText(mustHave)).toBeVisible()
      await expect(second.getByText(focusAreas)).toBeHidden()

      // the second brief opens, and the first one closes
      await second.getByText(show).click()
      await expect(second.getByText(focusAreas)).toBeVisible()
      await expect(second.locator('[href="#form"]')).toHaveAccessibleName(
        new RegExp(`^${apply} ${applyMore}`),
      )
      await expect(first.getByText(focusAreas)).toBeHidden()
      await expect(first.locator('[href="#form"]')).not.toHaveAccessibleName(
        new RegExp(`^${apply} ${applyMore}`),
      )

      // the second brief closes again
      await second.getByText(hide).click()
      await expect(second.getByText(focusAreas)).toBeHidden()
    })
  })
}

test('a pressed role stays in place while the one above it closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const second = role(page, SECOND?.title ?? '')
  const summary = second.locator('summary')
  await summary.evaluate((element) => {
    scrollBy({ top: element.getBoundingClientRect().top - 450, behavior: 'instant' })
  })
  const top = async () => Math.round((await summary.boundingBox())?.y ?? 0)
  expect(await top()).toBe(450)
  await summary.click()
  await expect(second.getByText(focusAreas)).toBeVisible()
  await expect.poll(top).toBe(450)
})

test('the page has the working week, the benefits and the hiring steps', async ({ page }) => {
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
  const { week, benefits, hiring } = careers
  const days = section(shown(week.heading)).getByRole('listitem')
  await expect(days).toHaveCount(week.parts.length)
  const feet = await days
    .getByRole('heading')
    .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().bottom)))
  expect(new Set(feet).size, 'the names stand on one line').toBe(1)

  const offer = section(shown(benefits.heading))
  await expect(offer.getByRole('listitem')).toHaveCount(benefits.list.length)
  const atWork = studio.values.filter((value) => value.atWork)
  await expect(offer.getByRole('term')).toHaveText(atWork.map(({ name }) => name))

  const process = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: shown(hiring.heading) }) })
  await expect(process.getByRole('heading', { level: 3 })).toHaveText(
    hiring.steps.map(({ name }) => shown(name)),
  )
  await expect(process.getByRole('link')).toHaveAttribute('href', /^mailto:[^?]+@/)
})

test('the contact page names the same roles', async ({ page }) => {
  const titles = await page.locator('.roles h3').allInnerTexts()
  await page.goto('/contact')
  const { heading } = words('pages/contact').join
  await expect(page.getByRole('heading', { name: shown(heading) })).toBeVisible()
  for (const title of titles) await expect(page.getByRole('main')).toContainText(title)
})
