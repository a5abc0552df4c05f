import type { Page } from 'playwright/test'
import { roles, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { sendButton, thanks, writeMessage } from './people.ts'

/** A page that was changed before its form is touched: React draws such a form anew. */

const [first, second] = roles
const { show } = words('pages/careers').roles

/** Puts each text into an element of its own, as the translation of a browser does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script,style,option')) continue
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font')
      text.replaceWith(font)
      font.append(text)
    }
  })

/** Lets the code come once this is called. */
async function holdCode(page: Page) {
  const mayCome = Promise.withResolvers<undefined>()
  await page.route('**/_astro/*.js', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  return mayCome.resolve.bind(undefined, undefined)
}

const isWhole = (page: Page, name: string) =>
  expect(page.locator(`astro-island[ssr]:has([name=${name}])`)).toHaveCount(0)

test.beforeEach(async ({ page, allowConsole }) => {
  allowConsole(/Minified React error #418/)
  await withoutTimeLimits(page)
})

test('a translated form keeps what the link and the visitor filled in', async ({ page }) => {
  await page.goto('/contact?company=Onebotics')
  const letCome = await holdCode(page)
  await translate(page)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  letCome()
  await isWhole(page, 'portfolioCompany')
  await expect(page.locator('form font')).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  await expect(page.locator('[name=portfolioCompany]')).toHaveValue('Onebotics')
})

test('the roles of a translated page go with its form', async ({ page }) => {
  if (!first || !second) throw new Error('A choice needs two roles.')
  const role = page.locator('[name=roleSlug]')
  const card = (slug: string) => page.locator(`[data-role="${slug}"]`)
  await page.goto('/careers')
  const letCome = await holdCode(page)
  await translate(page)
  await card(second.slug).getByText(show).click()
  await page.getByLabel('Full name').fill('Ada')
  letCome()
  await isWhole(page, 'roleSlug')
  await expect(page.locator('form font')).toHaveCount(0)
  await expect(role).toHaveValue(second.slug)
  await card(first.slug).getByText(show).click()
  await expect(role).toHaveValue(first.slug)
  await role.selectOption(second.slug)
  await expect(card(second.slug).locator('details')).toHaveAttribute('open')
})

test('an extension’s own field moves no answer to another one', async ({ page }) => {
  await page.goto('/contact')
  const letCome = await holdCode(page)
  await page.evaluate(() => {
    const added = document.createElement('input')
    document.querySelector('main form .form-fields')?.prepend(added)
  })
  await writeMessage(page)
  letCome()
  await isWhole(page, 'message')
  await expect(page.locator('main form .form-fields > input')).toHaveCount(0)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})
