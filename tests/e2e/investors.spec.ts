import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

const { head, followOn, multiple, pipeline, next, onward } = words('pages/investors')
const { submit, sent } = words('forms/investor')

test.beforeEach(({ page }) => page.goto('/investors'))

test('three figures give the reasons', async ({ page }) => {
  const figures = page.locator('#why').getByRole('listitem')
  await expect(figures).toHaveCount(3)
  const { followOn: share, returnMultiple, ventures } = studio.figures
  await expect(figures).toContainText([
    `${share} ${shown(followOn.what)}`,
    `${returnMultiple} ${multiple.what}`,
    `${ventures} ${pipeline.what}`,
  ])
  await expect(page.getByText(studio.model.stages, { exact: true })).toBeVisible()
})

test('the page head links to the figures and to the form', async ({ page }) => {
  for (const { label, href } of head.actions.toReversed()) {
    await page.getByRole('link', { name: label }).click()
    await expect(page.locator(href)).toBeInViewport()
  }
  await expect(page).toHaveURL(/#form$/)
})

test('the page says what happens next', async ({ page }) => {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: shown(next.heading) })).toBeVisible()
  for (const { what } of next.steps) await expect(main.getByText(shown(what))).toBeVisible()
})

test('the thanks promise what was asked for', async ({ page }) => {
  for (const [answer, promise] of Object.entries(sent.promise)) {
    await page.goto('/investors')
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByLabel('Email', { exact: true }).fill('ada@fund.test')
    await page.getByLabel('Data room').selectOption(answer)
    await page.getByRole('button', { name: submit.label }).click()
    await expect(page.locator('#form .sent')).toContainText(promise)
  }
})

test('the doors lead on', async ({ page }) => {
  await expectLinks(page.getByRole('main'), onward.doors)
})
