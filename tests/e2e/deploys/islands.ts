import type { Locator, Page } from 'playwright/test'
import { ventures, words } from '../../content.ts'
import { withoutTimeLimits } from '../call-clock.ts'
import { expect } from '../fixtures.ts'
import { chip, codeCame, notice, reloadToB, test } from './over-build.ts'

const { bar, menus } = words('navigation')
const [menu] = menus
const last = ventures.at(-1)?.name ?? ''

const bars = (page: Page) => page.getByRole('navigation', { name: bar.main })
const card = (page: Page) => page.locator('.card').filter({ hasText: last }).getByRole('link')

/** Islands with what is used there, and what shows that it works. */
const islands = [
  {
    name: 'a menu',
    path: '/',
    used: (page: Page) => bars(page).getByRole('button', { name: menu?.label ?? '' }),
    works: async (page: Page, used: Locator) => {
      const item = menu?.items[0]?.label ?? ''
      await expect(bars(page).getByRole('link', { name: item })).toBeVisible()
      await expect(used).toHaveAttribute('aria-expanded', 'true')
    },
    isSoAfterReload: true,
  },
  {
    name: 'a chip',
    path: '/portfolio',
    used: chip,
    works: (_page: Page, used: Locator) => expect(used).toHaveAttribute('aria-pressed', 'true'),
    isSoAfterReload: true,
  },
  {
    name: 'a question',
    path: '/faqs',
    used: (page: Page) => page.locator('.faq summary').nth(1),
    works: (_page: Page, used: Locator) => expect(used.locator('..')).toHaveAttribute('open'),
  },
]

/** Menus, chips, questions and cards of build A over build B. */
export function testIslands() {
  for (const { name, path, used, works, isSoAfterReload } of islands) {
    test(`${name} says that the page was updated, and works if its code is there`, async ({
      page,
      site,
    }) => {
      const part = used(page)
      await withoutTimeLimits(page)
      // untouched
      await page.goto(path)
      site.publish('B')
      // The notice is about the press: the code fails after it, not after the pointer came.
      const pressed = Promise.withResolvers<undefined>()
      await page.route('**/_astro/*.js', async (route) => {
        await pressed.promise
        await route.continue()
      })
      await part.click()
      pressed.resolve(undefined)
      await expect(notice(page)).toBeInViewport()
      await reloadToB(page)
      if (!isSoAfterReload) await part.click()
      await works(page, part)

      // touched
      site.publish('A')
      await page.goto('/about')
      await page.goto(path)
      await part.hover()
      await codeCame(part)
      site.publish('B')
      await part.click()
      await works(page, part)
      await expect(page.locator('.updated')).toHaveCount(0)
    })
  }

  test('a card leads to its page, or opens its dialog if the code is there', async ({
    page,
    site,
  }) => {
    await page.goto('/portfolio')
    site.publish('B')
    await card(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(last)

    site.publish('A')
    await page.goto('/portfolio')
    await card(page).hover()
    await codeCame(card(page))
    site.publish('B')
    await card(page).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: last })).toBeVisible()
  })
}
