import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'

const texts = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    sections: 12,
    says: [
      'Digital Personal Data Protection Act, 2023',
      'data principal',
      'at least 15 days before it takes effect',
      'our grievance contact',
      'within 72 hours',
      'We answer within 30 days',
      'The seat is Gurugram',
    ],
  },
  {
    path: '/terms',
    title: 'Terms and Conditions',
    sections: 17,
    says: [
      'at least 18 years old',
      'the greater of INR 10,000 or the fees you paid us for it in the 12 months before',
      'at least 15 days before it takes effect',
      'The seat and venue is Gurugram',
    ],
  },
  {
    path: '/app-policy',
    title: 'Apps Privacy and AI Use Policy',
    sections: 14,
    says: [
      'Founder’s Journal,',
      'Fundraise Copilot,',
      'Calmist,',
      'up to 8 years',
      'erased, backups included, within 180 days',
      'can be restored for 30 days',
      'leaves the backups within 90 days after that',
      'AI logs go after 12 months',
      'within 72 hours',
      'We answer within 30 days',
      'aged 18 or over',
      'at least 15 days before it takes effect',
    ],
  },
]

const full = (page: Page) => page.getByRole('region', { name: 'Full text' })
const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' })

for (const { path, title, sections, says } of texts) {
  test.describe(path, () => {
    test('the short version and the date come first', async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText('Effective 19 October 2025.')).toBeVisible()
      const second = page.getByRole('heading', { level: 2 }).first()
      await expect(second).toHaveText('Short version')
      const short = page.getByRole('region', { name: 'Short version' })
      await expect(short.getByRole('definition')).toHaveCount(6)
      await expect(short).toContainText(`${sections} sections`)
      await expect(page.getByRole('main')).not.toContainText(/[{}]|undefined/)
    })

    test('every section has a number, an anchor and a link in the contents', async ({ page }) => {
      await page.goto(path)
      const headings = full(page).getByRole('heading', { level: 2 })
      await expect(headings).toHaveCount(sections)
      const names = await headings.allInnerTexts()
      const links = contents(page).getByRole('link')
      await expect(links).toHaveCount(sections)
      for (const [i, name] of names.entries()) {
        expect(name).toMatch(new RegExp(`^${i + 1}\\s+\\S`))
        const link = links.nth(i)
        await expect(link).toHaveAccessibleName(name.replace(/\s+/g, ' '))
        const anchor = page.locator((await link.getAttribute('href')) ?? 'none')
        await expect(anchor.getByRole('heading')).toHaveText(name.replace(/\s+/g, ' '))
      }
    })

    test('the text has the agreed promises', async ({ page }) => {
      await page.goto(path)
      for (const words of says) await expect(full(page)).toContainText(words)
    })

    test('the page links to the other two texts', async ({ page }) => {
      await page.goto(path)
      const others = page.getByRole('region', { name: 'Our other policies' }).getByRole('link')
      await expect(others).toHaveCount(2)
      for (const other of texts.filter((text) => text.path !== path)) {
        await expect(others.filter({ hasText: other.title })).toHaveAttribute('href', other.path)
      }
    })

    test('a print has only the text, dark on white', async ({ page }) => {
      await page.goto(path)
      await page.getByRole('group', { name: 'Colour theme' }).getByText('Dark').click()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(contents(page)).toBeHidden()
      await expect(page.getByText('Back to top').first()).toBeHidden()
      await expect(page.getByText('Short version', { exact: true })).toBeVisible()
      // The title block shows this address.
      await expect(page.locator('link[rel=canonical]')).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.locator('body')).toHaveCSS('color', 'rgb(19, 25, 39)')
      const link = full(page).locator('a[href^="/"]').first()
      const after = await link.evaluate((a) => getComputedStyle(a, '::after').content)
      expect(after).toMatch(/zeroten\.example\/[a-z-]+/)
    })
  })
}

test('on a wide screen the contents stay beside the text and mark the section', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/terms')
  const link = contents(page).getByRole('link', { name: '14 Limit of liability' })
  await link.click()
  await expect(page).toHaveURL(/#limit-of-liability$/)
  await expect(full(page).getByRole('heading', { name: 'Limit of liability' })).toBeInViewport()
  await expect(link).toBeInViewport({ ratio: 1 })
  const width = () => link.evaluate((a) => getComputedStyle(a).borderLeftWidth)
  await expect.poll(width).toBe('3px')

  await page.locator('#limit-of-liability').getByRole('link', { name: 'Back to top' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test.describe('on a phone without JavaScript', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })

  test('the contents open and link to a section', async ({ page }) => {
    await page.goto('/privacy-policy')
    const link = contents(page).getByRole('link', { name: 'Retention' })
    await expect(link).toBeHidden()
    await contents(page).getByText('Contents').click()
    await link.click()
    await expect(full(page).getByRole('heading', { name: 'Retention' })).toBeInViewport()
  })
})

test('the policy’s words about cookies and third parties are true', async ({
  page,
  context,
  site,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) elsewhere.push(request.url())
  })
  for (const path of ['/', '/contact', '/privacy-policy']) await page.goto(path)
  await expect(page.getByText('No third party takes part.')).toBeVisible()
  await expect(page.getByText('Google')).toHaveCount(0)
  await page.getByRole('group', { name: 'Colour theme' }).getByText('Dark').click()
  await page.goto('/contact')
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await settled(page)

  expect(elsewhere).toEqual([])
  expect(await context.cookies()).toEqual([])
  const kept = await page.evaluate(() => [localStorage, sessionStorage].map(Object.keys))
  expect(kept).toEqual([['theme'], ['draft contact']])
  await page.close()
  // closing the tab deletes the typed text
  const other = await context.newPage()
  await other.goto('/contact')
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0)
})
