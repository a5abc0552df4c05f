import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'

const questions = (page: Page) => page.locator('.faq details')
const answer = (page: Page, index: number) => questions(page).nth(index).locator('.answer')
/** A summary has no role in the accessibility tree of the tests. */
const summary = (page: Page, index: number) => questions(page).nth(index).locator('summary')

test('of six questions the first is open, and each one toggles separately', async ({ page }) => {
  await page.goto('/faqs')
  await expect(questions(page)).toHaveCount(6)
  await expect(answer(page, 0)).toBeVisible()
  for (const index of [1, 2, 3, 4, 5]) await expect(answer(page, index)).toBeHidden()

  await summary(page, 3).click()
  await expect(answer(page, 3)).toBeVisible()
  await expect(answer(page, 0)).toBeVisible()
  await summary(page, 0).click()
  await expect(answer(page, 0)).toBeHidden()
  await summary(page, 3).click()
  await expect(answer(page, 3)).toBeHidden()
})

test('the keyboard opens and closes a question', async ({ page }) => {
  await page.goto('/faqs')
  await summary(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(answer(page, 1)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(answer(page, 1)).toBeHidden()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an address with a question’s name opens its answer, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/faqs#outside-india')
    await expect(answer(page, 4)).toBeVisible()
    await expect(summary(page, 4)).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => {
      location.hash = 'what-it-costs'
    })
    await expect(answer(page, 1)).toBeVisible()
    await expect(summary(page, 1)).toBeInViewport({ ratio: 1 })
  })
}

test('the page has its three figures and its links', async ({ page }) => {
  await page.goto('/faqs')
  const main = page.getByRole('main')
  const { reply, markets, builds } = words('pages/faqs').measured
  await expect(main).toContainText(shown(reply))
  const { faqMarkets, activeBuilds } = studio.figures
  const counts = main.locator('.counts > div')
  await expect(counts).toContainText([markets, builds])
  await expect(counts).toContainText([`${faqMarkets}`, `${activeBuilds}`])
  const links = (region: string) =>
    main
      .locator(region)
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(await links('.page-head')).toEqual(['/contact', '/portfolio'])
  expect(await links('aside')).toEqual(['/contact'])
  expect(await links('.ways-on')).toEqual(['/contact', '/careers', '/portfolio'])
})

test('search engines get every answer that is for them', async ({ page }) => {
  await page.goto('/faqs')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = blocks.join()
  expect(data).toContain('"FAQPage"')
  for (const question of await page.locator('.faq > li').all()) {
    const id = (await question.getAttribute('id')) ?? ''
    const file = await readFile(`content/faqs/${id}.yaml`, 'utf8')
    // innerText would omit the closed answers
    const answer = (await question.locator('.answer p').first().textContent()) ?? ''
    const isTold = data.includes(JSON.stringify(answer.trim()).slice(1, -1))
    expect(isTold, id).toBe(!/^searchable: false$/m.test(file))
  }
  expect(data).not.toMatch(/\{(figures|model|promises)\./)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('questions toggle too', async ({ page }) => {
    await page.goto('/faqs')
    await expect(answer(page, 0)).toBeVisible()
    await summary(page, 5).click()
    await expect(answer(page, 5)).toBeVisible()
    await summary(page, 5).click()
    await expect(answer(page, 5)).toBeHidden()
  })
})
