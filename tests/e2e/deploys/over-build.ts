import type { Locator, Page } from 'playwright/test'
import { words } from '../../content.ts'
import { expect, test as base } from '../fixtures.ts'
import { startTwoBuilds, type TwoBuilds } from '../two-builds.ts'

/** Pages of build A that stay open while build B is published. */
export const test = base.extend<object, { site: TwoBuilds }>({
  site: [
    async ({}, use) => {
      const site = await startTwoBuilds()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const { updated } = words('words')
const said = words('venture')

export const notice = (page: Page) => page.getByRole('alert').filter({ hasText: updated.notice })
export const reload = (page: Page) =>
  page.locator('.updated').getByRole('button', { name: 'Reload' })
export const buildOf = (page: Page) => page.locator('html').getAttribute('data-build')

export const chip = (page: Page) =>
  page.getByRole('group', { name: said.filter }).getByRole('button').nth(1)

/** Waits until this part's code has come. Before that, a deploy takes it away. */
export const codeCame = (part: Locator) =>
  expect(part.locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr')

/** Presses Reload, and waits for the page of build B. */
export async function reloadToB(page: Page) {
  const before = await buildOf(page)
  await reload(page).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
  await expect(page.locator('.updated')).toHaveCount(0)
}
