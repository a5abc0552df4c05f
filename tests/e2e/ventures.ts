import type { Locator, Page } from 'playwright/test'
import { appPage } from '../../src/islands/portfolio/venture.ts'
import { categoryWords } from '../../src/schemas/categories.ts'
import { ventures as all, words } from '../content.ts'
import { expect } from './fixtures.ts'

/** What stands around a venture: labels, links, buttons. */
export const said = words('venture')

type Venture = (typeof all)[number]

/** In the order of the page. */
export const ventures = all.map((venture) => ({
  ...venture,
  kind: categoryWords(venture.category),
}))

const known = (facts: (readonly [label: string, value: string | number | undefined])[]) =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))

/** The facts of a venture’s dialog, which its page shows too. */
export const factsInDialog = ({ metric, stage, sector, founded }: Venture) =>
  known([
    [said.metric, metric],
    [said.stage, stage],
    [said.sector, sector],
    [said.founded, founded],
  ])

/** The facts that its page alone shows. What nobody has given has no row. */
export const factsOnPage = ({ category, status, founders, figures = [] }: Venture) =>
  known([
    [said.category, categoryWords(category)],
    [said.status, status],
    [said.founders, founders?.map(({ name, does }) => `${name}, ${does}`).join('; ')],
    ...figures.map(({ label, value }) => [label, value] as const),
  ])

/** The rows of a title block, as “label: value”. */
export const factsIn = (part: Locator) =>
  part
    .locator('.specification > div')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((one) => one.textContent.trim()).join(': ')),
    )

/** Expects a link to the venture’s own site, or none. */
export async function expectWebsite(part: Locator, { name, website }: Venture) {
  const link = part.getByRole('link', { name: said.website })
  if (!website) return expect(link, name).toHaveCount(0)
  await expect(link, name).toHaveAttribute('href', website)
  await expect(link, name).toHaveAttribute('target', '_blank')
}
const names = all.map(({ name }) => name)
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
