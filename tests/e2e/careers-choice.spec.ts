import type { Page } from 'playwright/test'
import { roles, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'

const { submit } = words('forms/careers')
const { show, focusAreas, apply } = words('pages/careers').roles

const [first] = roles
const last = roles.at(-1)
if (!first || !last || first === last) throw new Error('A choice needs two roles.')

const role = (page: Page) => page.getByLabel('Role')
const card = (page: Page, { title }: typeof first) =>
  page.locator('.roles > li').filter({ has: page.getByRole('heading', { name: title }) })
const applyLink = (page: Page, role: typeof first) =>
  card(page, role).getByRole('link', { name: new RegExp(`^${apply}`) })

test.beforeEach(async ({ page }) => {
  await withoutTimeLimits(page)
  await page.goto('/careers')
})

test('the role in the form and the open card change together', async ({ page }) => {
  await expect(role(page)).toHaveValue(first.slug)

  await role(page).selectOption({ label: last.title })
  await expect(card(page, last).getByText(focusAreas)).toBeVisible()
  await expect(card(page, first).getByText(focusAreas)).toBeHidden()

  await card(page, first).getByText(show).click()
  await expect(role(page)).toHaveValue(first.slug)

  await applyLink(page, last).click()
  await expect(role(page)).toHaveValue(last.slug)
  await expect(page.locator('#form')).toBeInViewport()
  await expect(card(page, last).getByText(focusAreas)).toBeVisible()
})

test('a card that is chosen while the form’s code is on its way stays chosen', async ({ page }) => {
  const mayCome = Promise.withResolvers<undefined>()
  await page.route('**/_astro/*.js', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await role(page).selectOption({ label: last.title })
  await card(page, first).getByText(show).click()
  mayCome.resolve(undefined)
  await expect(page.locator('astro-island[ssr]:has([name=roleSlug])')).toHaveCount(0)
  // the code has restored what was typed
  await page.getByLabel('Full name').fill('Ada')
  await expect(role(page)).toHaveValue(first.slug)
})

test('a card that is chosen while the form’s code starts stays chosen', async ({ page }) => {
  await page.evaluate(() => {
    const island = document.querySelector('astro-island[ssr]:has([name=roleSlug])')
    // The code is there and has not restored the draft yet.
    new MutationObserver((_, observer) => {
      observer.disconnect()
      document.querySelector<HTMLElement>('.roles > :first-child summary')?.click()
    }).observe(island ?? document, { attributeFilter: ['ssr'] })
  })
  await role(page).selectOption({ label: last.title })
  await expect(card(page, first).getByText(focusAreas)).toBeVisible()
  await page.getByLabel('Full name').fill('Ada')
  await expect(role(page)).toHaveValue(first.slug)
})

test('an address can name the role; an unknown role means the first one', async ({ page }) => {
  await page.goto(`/careers?role=${last.slug}`)
  await expect(role(page)).toHaveValue(last.slug)
  await page.goto('/careers?role=chief-of-nothing')
  await expect(role(page)).toHaveValue(first.slug)
})

test('another role removes all messages', async ({ page }) => {
  await page.getByRole('button', { name: submit.label }).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(6)
  await applyLink(page, last).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeHidden()
})
