import type { Page } from 'playwright/test'
import { longDay } from '../../src/text/day.ts'
import { roles, shown, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { listed, openAdmin, pdf } from './people.ts'

const { opening, brief, neighbours } = words('pages/role')
const { roles: list, hiring } = words('pages/careers')
const { submit, sent } = words('forms/careers')

const [first, second] = roles
const last = roles.at(-1)
if (!first || !second || !last) throw new Error('A role leads to its neighbours: two are needed.')
const PATH = `/careers/${second.slug}`

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
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title)
      const lastDay = second.closes ? [longDay(second.closes)] : []
      await expect(page.locator('.role-facts dd')).toHaveText([
        second.location,
        second.type,
        ...lastDay,
      ])
      await expect(under(page, shown(brief.heading))).toContainText(second.summary)
      const items = (name: string) => under(page, name).getByRole('listitem')
      await expect(items(list.focusAreas)).toHaveText(second.focusAreas)
      await expect(items(list.mustHave)).toHaveText(second.mustHave)
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(
        hiring.steps.map(({ name }) => shown(name)),
      )
      await page
        .getByRole('main')
        .getByRole('link', { name: opening.apply.label, exact: true })
        .click()
      await expect(page.locator('#form')).toBeInViewport()
      await expect(page.getByLabel('Role', { exact: true })).toHaveValue(second.slug)
      await expect(page.getByRole('button', { name: submit.label })).toBeVisible()
    })

    test('each role leads to the next, to the one before, and back to the list', async ({
      page,
    }) => {
      const to = (name: string) => page.getByRole('main').getByRole('link', { name })
      await page.goto(`/careers/${first.slug}`)
      await expect(to(neighbours.previous)).toHaveCount(0)
      for (const { slug } of roles.slice(1)) {
        await to(neighbours.next).click()
        await expect(page).toHaveURL(new RegExp(`${slug}$`))
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(last.title)
      await expect(to(neighbours.next)).toHaveCount(0)
      await to(neighbours.previous).click()
      await expect(page).toHaveURL(new RegExp(`${roles.at(-2)?.slug}$`))
      await to(neighbours.all.label).click()
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
    await page.getByRole('button', { name: submit.label }).click()
    await expect(page.getByRole('heading', { name: sent.heading })).toBeVisible()
    return (await listed(page, 'career-applications')).items[0]
  }
  expect(await apply('mary.pdf')).toMatchObject({
    roleSlug: second.slug,
    roleTitle: second.title,
  })

  await page.getByRole('button', { name: sent.again }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue(second.slug)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: last.title })
  expect(await apply('again.pdf')).toMatchObject({ roleTitle: last.title })
  // the blank form keeps the chosen role
  await page.getByRole('button', { name: sent.again }).click()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue(last.slug)
})

test('a role chosen before the form’s code arrives stays', async ({ page }) => {
  await page.goto(PATH)
  let codeMayCome = () => {}
  const waiting = new Promise<void>((resolve) => (codeMayCome = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByLabel('Role', { exact: true }).selectOption(last.slug)
  codeMayCome()
  await page.getByRole('button', { name: submit.label }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue(last.slug)
})
