import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAdmin, row } from './people.ts'
import { dressed, drawn } from './settled.ts'
import { held, sendMessage } from './submissions.ts'

/** Opens a view on a phone, with letters of twice the usual size. */
async function openLarge(page: Page, address: string, shown: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin${address}`)
  await expect(page.getByText(shown).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await dressed(page)
  await drawn(page)
}

/** By how much the content of an element is wider than the element. */
const excess = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => one.scrollWidth - one.clientWidth)

test('twice as large letters fit on a phone: the overview and the log', async ({ page, site }) => {
  await sendMessage(site, { name: `Large ${Date.now()}` })
  await openAdmin(page, site)
  await openLarge(page, '', 'Waitlist projects')
  expect.soft(await excess(page, '.agenda')).toBeLessThanOrEqual(0)
  await openLarge(page, '?tab=log', 'new device')
  expect(await excess(page, 'main')).toBeLessThanOrEqual(0)
})

test('twice as large letters fit on a phone: a row and its buttons', async ({ page, site }) => {
  const name = `Machine ${Date.now()}`
  await sendMessage(site, { name, ...held })
  await openAdmin(page, site)
  await openLarge(page, '?tab=contact&held=yes', name)
  const when = await row(page, name).locator('.when').boundingBox()
  const release = await row(page, name).getByRole('button', { name: 'Release' }).boundingBox()
  expect((when?.y ?? NaN) + (when?.height ?? NaN)).toBeLessThanOrEqual((release?.y ?? NaN) + 1)
})

test('twice as large letters fit on a phone: a name above its letter', async ({ page, site }) => {
  const name = 'Venkatanarasimharajuvaripeta Subramaniam'
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await openLarge(page, `?tab=contact&record=${id}`, 'Mail:')
  const cut = await page
    .getByRole('dialog')
    .getByRole('heading', { name })
    .evaluate((heading) => heading.scrollHeight - heading.clientHeight)
  expect(cut).toBeLessThanOrEqual(2)
})

test('on the narrowest phone “Sort by” is whole', async ({ page, site }) => {
  await sendMessage(site, { name: `Narrow ${Date.now()}` })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const sort of ['', '&sort=company']) {
    await page.goto(`/admin?tab=contact${sort}`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    expect(await page.locator('thead tr').evaluate((heads) => heads.scrollLeft)).toBe(0)
  }
})

test('on a phone a long name is whole above its letter, and no line is hidden', async ({
  page,
  site,
}) => {
  const name = 'José María García-Fernández de la Vega y Mendoza'
  const email = 'jose.maria.garcia-fernandez@research.subdomain.department.university.example.org'
  const id = await sendMessage(site, { name, email, company: 'Long Names and Sons'.repeat(9) })
  await openAdmin(page, site)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`/admin?tab=contact&record=${id}`)
    const heading = page.getByRole('dialog').getByRole('heading', { name })
    const hidden = (one: Element) => one.scrollHeight - one.clientHeight
    await expect(heading).toBeVisible()
    await dressed(page)
    expect(await heading.evaluate(hidden), `${width}`).toBeLessThanOrEqual(2)
    await expect(heading).toHaveCSS('-webkit-line-clamp', 'none')
    // What does not fit ends with an ellipsis.
    expect(await page.locator('.facts').evaluate(hidden), `${width}`).toBeLessThanOrEqual(2)
    await expect(page.locator('.facts [data-said]')).toHaveCSS('-webkit-line-clamp', '5')
  }
})

test('on the narrowest phone the buttons have one line, and no label is cut on the left', async ({
  page,
  site,
}) => {
  const id = await sendMessage(site, { name: `Narrow ${Date.now()}` })
  await openAdmin(page, site)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/admin?tab=contact&record=${id}`)
  await expect(page.getByRole('button', { name: 'Mark answered' })).toBeVisible()
  await dressed(page)
  const tops = await page
    .locator('.detail footer > .button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size, tops.join(' ')).toBe(1)
  for (const tab of ['contact', 'investor', 'eir']) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(page.getByRole('tab', { selected: true })).toBeVisible()
    // The numbers come later, and the row of tabs follows them.
    const lefts = () =>
      page.getByRole('tablist').evaluate((row) => {
        const start = row.getBoundingClientRect().left
        const tabs = [...row.querySelectorAll('[role=tab]')]
        return tabs.map((one) => Math.round(one.getBoundingClientRect().left - start))
      })
    await expect.poll(lefts, tab).toContain(0)
  }
})
