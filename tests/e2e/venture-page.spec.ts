import { appPage } from '../../src/islands/portfolio/venture.ts'
import { featured, shown as filled, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import {
  expectWebsite,
  factsIn,
  factsInDialog,
  factsOnPage,
  FOURTH,
  pageOf,
  said,
  ventures,
} from './ventures.ts'

test('every venture’s page has its facts, its links and its neighbours', async ({ page }) => {
  for (const [index, venture] of ventures.entries()) {
    const { name, tags, about = [] } = venture
    await page.goto(pageOf(name))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(name)
    const facts = [...factsInDialog(venture), ...factsOnPage(venture)]
    const shown = await factsIn(main)
    expect(shown.slice(0, facts.length), name).toEqual(facts)
    // Only the spotlight knows more.
    const more = name === featured?.name ? featured.metrics.map(({ label }) => label) : []
    for (const fact of shown.slice(facts.length)) expect(more, name).toContain(fact.split(': ')[0])
    await expect(main.getByRole('list', { name: said.areas }).locator('li')).toHaveText(tags)
    for (const paragraph of about) await expect(main).toContainText(paragraph)
    await expectWebsite(main, venture)

    const contact = page.getByRole('link', { name: filled(said.contact, { name }) })
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
      if (neighbour) await expect(link).toHaveAttribute('href', pageOf(neighbour.name))
      else await expect(link).toHaveCount(0)
    }
    const { label, href } = words('pages/venture').head.back
    const back = page.locator('main').getByRole('link', { name: label, exact: true })
    await expect(back).toHaveAttribute('href', href)
  }
})

test('the featured venture’s page shows what the spotlight knows', async ({ page }) => {
  test.skip(!featured, 'Nothing is in the spotlight.')
  await page.goto('/portfolio')
  const link = page.locator('.spotlight').getByRole('link')
  const name = await link.innerText()
  const results = await page.locator('.spotlight .results li').allInnerTexts()
  await link.click()
  await expect(page).toHaveURL(pageOf(name))
  for (const result of results) await expect(page.getByText(result, { exact: true })).toBeVisible()
  await expect(page.locator('.specification').getByText(said.stage, { exact: true })).toHaveCount(1)
})

test('the dialog leads to the venture’s page', async ({ page }) => {
  await page.goto('/portfolio')
  await page.locator('.cards').getByRole('link', { name: FOURTH }).click()
  await page.getByRole('dialog').getByRole('link', { name: said.page }).click()
  await expect(page).toHaveURL(pageOf(FOURTH))
})
