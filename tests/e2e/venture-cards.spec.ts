import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { card, cards, dialog, pageOf, ventures } from './ventures.ts'

/** A card is a link to its venture's page, and opens the dialog where there is script. */

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filter by category' }).getByRole('button', { name })

test('there is a chip for all ventures and one for each used category', async ({ page }) => {
  await page.goto('/portfolio')
  const chips = page.getByRole('group', { name: 'Filter by category' }).getByRole('button')
  await expect(chips).toHaveText([
    'All Ventures 8',
    'Commerce 1',
    'Fintech 1',
    'Consumer 3',
    'Deep Tech 3',
  ])
  await expect(chip(page, 'All Ventures')).toHaveAttribute('aria-pressed', 'true')

  await chip(page, 'Deep Tech').click()
  await expect(chip(page, 'Deep Tech')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, 'All Ventures')).toHaveAttribute('aria-pressed', 'false')
  await expect(cards(page).getByRole('heading')).toHaveText([
    "Founder's Journal",
    'Fundraise Copilot',
    'Onebotics',
  ])
  await expect(page.getByText('3 of 8 shown')).toHaveRole('status')

  await chip(page, 'Fintech').click()
  await expect(cards(page).getByRole('heading')).toHaveText(['Axel AI'])
  await chip(page, 'All Ventures').click()
  await expect(cards(page)).toHaveCount(8)
  await expect(page.getByText('All 8 shown')).toHaveRole('status')
})

test('a card clicked before the code arrives opens when it arrives', async ({ page }) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/portfolio')
  await card(page, 'Onebotics').click()
  await expect(dialog(page)).toBeHidden()
  release()
  await expect(dialog(page)).toHaveAccessibleName('Onebotics')
})

test('a click with Ctrl or the middle button opens the page elsewhere', async ({
  page,
  context,
}) => {
  await page.goto('/portfolio')
  const opened = async (options: Parameters<ReturnType<typeof card>['click']>[0]) => {
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      card(page, 'Onebotics').click(options),
    ])
    await expect(other).toHaveURL(pageOf('Onebotics'))
    await other.close()
  }
  // The first click loads the code, and the second finds it there.
  await opened({ modifiers: ['ControlOrMeta'] })
  await card(page, 'Dhvani').click()
  await page.keyboard.press('Escape')
  await opened({ modifiers: ['ControlOrMeta'] })
  await opened({ button: 'middle' })
  await expect(page).toHaveURL('/portfolio')
  await expect(dialog(page)).toBeHidden()
})

test('if the code can’t load, a card leads to its page', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await page.goto('/portfolio')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await card(page, 'Onebotics').click()
  await expect(page).toHaveURL(pageOf('Onebotics'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Onebotics')
})

test('if the code can’t load, a chip says so, and the next click works', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await page.goto('/portfolio')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await chip(page, 'Fintech').click()
  await expect(page.getByText('The filter could not load.')).toBeInViewport()
  await page.unroute('**/_astro/*.js')
  await chip(page, 'Fintech').click()
  await expect(cards(page)).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every card leads to its page, and no chip is shown', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.getByRole('group', { name: 'Filter by category' })).toBeHidden()
    for (const [name] of ventures)
      await expect(card(page, name)).toHaveAttribute('href', pageOf(name))
    await cards(page)
      .first()
      .click({ position: { x: 40, y: 40 } })
    await expect(page).toHaveURL(pageOf('MeetDistributor'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('MeetDistributor')
  })
})
