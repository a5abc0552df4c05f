import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'

test('the contact page names every other way to the studio', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'hello@zeroten.example' })).toHaveAttribute(
    'href',
    'mailto:hello@zeroten.example',
  )
  await expect(main.getByText(/^Zeroten.*Sector 44, Gurugram.*122003/s)).toBeVisible()
  for (const [name, href] of [
    ['Careers', '/careers'],
    ['Portfolio', '/portfolio'],
    ['Blogs', '/blogs'],
    ['Explore Careers', '/careers'],
  ] as const) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
})

test.describe('the code of a form', () => {
  /** Which files are on the page's list to be fetched, and which were run. */
  const ahead = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(({ href }) =>
      new URL(href).pathname.replace(/\..*/, ''),
    )

  test('is fetched, and not run, once the form is in view', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto('/contact')
    await settled(page)
    expect(await page.evaluate(ahead)).toEqual([])

    await page.getByLabel('Full name').scrollIntoViewIfNeeded()
    await settled(page)
    expect(await page.evaluate(ahead)).toEqual(['/_astro/ContactForm', '/_astro/client'])
    await expect(page.locator('astro-island', { has: page.locator('form') })).toHaveAttribute('ssr')
  })

  test('waits for the first touch where data is saved', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.goto('/contact')
    await page.getByLabel('Full name').scrollIntoViewIfNeeded()
    await settled(page)
    expect(await page.evaluate(ahead)).toEqual([])
    await page.getByLabel('Full name').fill('Ada')
    const island = page.locator('astro-island', { has: page.locator('form') })
    await expect(island).not.toHaveAttribute('ssr')
  })
})
