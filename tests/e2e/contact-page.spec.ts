import { addressLines } from '../../src/schemas/studio.ts'
import { studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'
import { settled } from './settled.ts'

test('the contact page names every other way to the studio', async ({ page }) => {
  await page.goto('/contact')
  const { message, join } = words('pages/contact')
  const main = page.getByRole('main')
  const subject = encodeURIComponent(message.subject)
  await expectLinks(main, [
    { label: studio.email, href: `mailto:${studio.email}?subject=${subject}` },
    ...message.pages,
    join.action,
  ])
  const post = main.locator('address')
  for (const line of [studio.name, ...addressLines(studio)]) await expect(post).toContainText(line)
})

test.describe('the code of a form', () => {
  /** The fetched files with their initiator; connect-src allows `fetch` on every page. */
  const ahead = () =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, initiatorType }) => `${initiatorType} ${name.replace(/.*\/|\..*/g, '')}`)
      .sort()

  /** Whether each of them is whole in the cache: its entry may show before. */
  const areKept = async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const kept = await Promise.allSettled(
      [...new Set(names)]
        .filter((name) => name.endsWith('.js'))
        .map((name) => fetch(name, { cache: 'only-if-cached', mode: 'same-origin' })),
    )
    return kept.every((one) => one.status === 'fulfilled' && one.value.ok)
  }

  test('is fetched but not run when the form comes into view', async ({ page, allowConsole }) => {
    allowConsole(/ERR_CACHE_MISS/)
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto('/contact')
    await settled(page)
    expect(await page.evaluate(ahead)).toEqual([])

    const files = ['ContactForm', 'asking', 'client', 'contact', 'form', 'react'].map(
      (one) => `fetch ${one}`,
    )
    await page.getByLabel('Full name').scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(ahead)).toEqual(files)
    await expect.poll(() => page.evaluate(areKept)).toBe(true)
    const island = page.locator('astro-island', { has: page.locator('form') })
    await expect(island).toHaveAttribute('ssr')

    // The first key press loads all files from the cache.
    await page.getByLabel('Full name').fill('Ada')
    await expect(island).not.toHaveAttribute('ssr')
    const sent = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
        .map(({ initiatorType }) => initiatorType),
    )
    expect(sent).toEqual(files.map(() => 'fetch'))
  })

  test('waits for the first touch in data-saving mode', async ({ page }) => {
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
