import type { Page } from 'playwright/test'
import { categories } from '../../src/schemas/categories.ts'
import { shown, ventures as all } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { FIRST, FOURTH, LAST, said, card, cards, dialog, pageOf, ventures } from './ventures.ts'

/** A card is a link to its venture's page, and opens the dialog where there is script. */

const ONE_CHIP = said.chips[all[2]?.category ?? 'all']

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: said.filter }).getByRole('button', { name })

test('there is a chip for all ventures and one for each used category', async ({ page }) => {
  const named = (category: string) =>
    all.filter((one) => one.category === category).map(({ name }) => name)
  const used = categories.filter((category) => named(category).length > 0)

  await page.goto('/portfolio')
  const everything = chip(page, said.chips.all)
  await expect(page.getByRole('group', { name: said.filter }).getByRole('button')).toHaveText([
    `${said.chips.all} ${all.length}`,
    ...used.map((category) => `${said.chips[category]} ${named(category).length}`),
  ])
  await expect(everything).toHaveAttribute('aria-pressed', 'true')

  for (const category of used.slice(-2)) {
    await chip(page, said.chips[category]).click()
    await expect(chip(page, said.chips[category])).toHaveAttribute('aria-pressed', 'true')
    await expect(everything).toHaveAttribute('aria-pressed', 'false')
    await expect(cards(page).getByRole('heading')).toHaveText(named(category))
    const some = { some: named(category).length, all: all.length }
    await expect(page.getByText(shown(said.someShown, some))).toHaveRole('status')
  }
  await everything.click()
  await expect(cards(page)).toHaveCount(all.length)
  await expect(page.getByText(shown(said.allShown, { all: all.length }))).toHaveRole('status')
})

test('a card clicked before the code arrives opens when it arrives', async ({ page }) => {
  await withoutTimeLimits(page)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/portfolio')
  await card(page, LAST).click()
  await expect(dialog(page)).toBeHidden()
  release()
  await expect(dialog(page)).toHaveAccessibleName(LAST)
})

test('a click with Ctrl or the middle button opens the page elsewhere', async ({
  page,
  context,
}) => {
  await page.goto('/portfolio')
  const opened = async (options: Parameters<ReturnType<typeof card>['click']>[0]) => {
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      card(page, LAST).click(options),
    ])
    await expect(other).toHaveURL(pageOf(LAST))
    await other.close()
  }
  // The first click loads the code, and the second finds it there.
  await opened({ modifiers: ['ControlOrMeta'] })
  await card(page, FOURTH).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await opened({ modifiers: ['ControlOrMeta'] })
  await opened({ button: 'middle' })
  await expect(page).toHaveURL('/portfolio')
  await expect(dialog(page)).toBeHidden()
})

test('if the code can’t load, a card leads to its page', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await page.goto('/portfolio')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await card(page, LAST).click()
  await expect(page).toHaveURL(pageOf(LAST))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAST)
})

test('if the code can’t load, a chip says so, and the next click works', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await page.goto('/portfolio')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await chip(page, ONE_CHIP).click()
  await expect(page.getByText(said.loadFailed)).toBeInViewport()
  await page.unroute('**/_astro/*.js')
  await chip(page, ONE_CHIP).click()
  await expect(cards(page)).toHaveCount(
    all.filter((one) => one.category === all[2]?.category).length,
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every card leads to its page, and no chip is shown', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.getByRole('group', { name: said.filter })).toBeHidden()
    for (const { name } of ventures)
      await expect(card(page, name)).toHaveAttribute('href', pageOf(name))
    await cards(page)
      .first()
      .click({ position: { x: 40, y: 40 } })
    await expect(page).toHaveURL(pageOf(FIRST))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FIRST)
  })
})
