import type { Page } from 'playwright/test'
import { appPage } from '../../src/islands/portfolio/venture.ts'
import { categoryWords } from '../../src/schemas/categories.ts'
import { ventures as all, words } from '../content.ts'
import { expect } from './fixtures.ts'

/** What stands around a venture: labels, links, buttons. */
export const said = words('venture')

/** Name, sector, stage and category of each venture, in the order of the page. */
export const ventures = all.map(
  ({ name, sector, stage, category }) => [name, sector, stage, categoryWords(category)] as const,
)
const names = ventures.map(([name]) => name)
export const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = names
export const LAST = names.at(-1) ?? ''
export const WITH_APP = names.find((name) => appPage(name)) ?? ''

export const pageOf = (name: string) =>
  `/portfolio/${all.find((venture) => venture.name === name)?.id}`

export const cards = (page: Page) => page.locator('.card')
export const card = (page: Page, name: string) =>
  page.locator('.cards').getByRole('link', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const closeButton = (page: Page) => page.getByRole('button', { name: said.close })

export async function openVenture(page: Page, name: string) {
  await page.goto('/portfolio')
  await card(page, name).click()
  await expect(dialog(page)).toBeVisible()
}
