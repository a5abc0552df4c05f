import { appPage } from '../../src/islands/portfolio/venture.ts'
import { shown, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { FOURTH, pageOf, said, ventures } from './ventures.ts'

test('every venture’s page has its facts, its links and its neighbours', async ({ page }) => {
  for (const [index, [name, sector, stage, category]] of ventures.entries()) {
    await page.goto(pageOf(name))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const facts = page.locator('.specification')
    for (const [label, value] of [
      [said.stage, stage],
      [said.sector, sector],
    ] as const)
      await expect(facts.locator('div', { hasText: label }).first(), name).toContainText(value)
    await expect(facts.getByText(category, { exact: true })).toBeVisible()
    await expect(page.getByText(said.metric)).toBeVisible()
    // A fact that nobody has given has no row.
    for (const value of await page.locator('dd').allInnerTexts()) expect(value, name).not.toBe('')
    await expect(page.getByRole('link', { name: said.website })).toHaveCount(0)

    const contact = page.getByRole('link', { name: shown(said.contact, { name }) })
    await expect(contact.first()).toHaveAttribute(
      'href',
      `/contact?company=${encodeURIComponent(name)}`,
    )
    const app = page.getByRole('link', { name: said.app })
    if (appPage(name)) await expect(app).toHaveAttribute('href', appPage(name) ?? '')
    else await expect(app, name).toHaveCount(0)

    for (const [rel, neighbour] of [
      ['prev', ventures[index - 1]],
      ['next', ventures[index + 1]],
    ] as const) {
      const link = page.locator(`main a[rel=${rel}]`)
      if (neighbour) await expect(link).toHaveAttribute('href', pageOf(neighbour[0]))
      else await expect(link).toHaveCount(0)
    }
    const { label, href } = words('pages/venture').head.back
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', href)
  }
})

test('the featured venture’s page shows what the spotlight knows', async ({ page }) => {
  await page.goto('/portfolio')
  const link = page.locator('.spotlight').getByRole('link')
  const name = await link.innerText()
  const results = await page.locator('.spotlight .results li').allInnerTexts()
  await link.click()
  await expect(page).toHaveURL(pageOf(name))
  await expect(page.locator('.results li')).toHaveText(results)
  await expect(page.locator('.specification').getByText(said.stage, { exact: true })).toHaveCount(1)
})

test('the dialog leads to the venture’s page', async ({ page }) => {
  await page.goto('/portfolio')
  await page.locator('.cards').getByRole('link', { name: FOURTH }).click()
  await page.getByRole('dialog').getByRole('link', { name: said.page }).click()
  await expect(page).toHaveURL(pageOf(FOURTH))
})
