import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { Page } from 'playwright/test'
import { type LegalFacts, legalFacts } from '../../src/schemas/legal-facts.ts'
import { longDay } from '../../src/text/day.ts'
import { legalSchema } from '../../src/schemas/legal.ts'
import { sentencesOf, sentencesWith } from '../build/policy-sentences.ts'
import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { chooseTheme } from './people.ts'
import { settled } from './settled.ts'

const { legal } = studio
const facts = legalFacts(studio)

/** The facts that each text states, by their names in it. */
const agreed: { path: string; states: (keyof LegalFacts)[] }[] = [
  {
    path: '/privacy-policy',
    states: ['changeNotice', 'breachNotice', 'requestsAnswered', 'seat'],
  },
  { path: '/terms', states: ['minimumAge', 'liabilityCap', 'feePeriod', 'changeNotice', 'seat'] },
  {
    path: '/app-policy',
    states: [
      ...(['complianceRecords', 'closedWorkspaces', 'softDelete', 'backups', 'aiLogs'] as const),
      ...(['breachNotice', 'requestsAnswered', 'minimumAge', 'changeNotice'] as const),
    ],
  },
]

/** The texts, with what their files say of themselves. */
const texts = agreed.map(({ path, states }) => {
  const [, keys = '', ...body] = readFileSync(`content/legal${path}.mdx`, 'utf8').split(/^---$/m)
  const {
    title,
    short,
    effective = legal.effective,
  } = legalSchema.parse(load(keys, { schema: CORE_SCHEMA }))
  const sections = body.join('').match(/^## /gm)?.length ?? 0
  return { path, states, title, short, sections, body: body.join(''), day: longDay(effective) }
})

const frame = words('pages/legal')

/** A line may be about one of the two bot checks; tests run on a site with its own. */
const isAboutThisSite = ({ botCheck }: { botCheck?: string | undefined }) =>
  botCheck !== 'reCAPTCHA'

const full = (page: Page) => page.getByRole('region', { name: frame.text.name })
const contents = (page: Page) => page.getByRole('navigation', { name: frame.text.contents })

for (const { path, states, title, short, sections, body, day } of texts) {
  test.describe(path, () => {
    test('the short version and the date come first', async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(shown(frame.head.lead, { day }))).toBeVisible()
      const second = page.getByRole('heading', { level: 2 }).first()
      await expect(second).toHaveText(frame.shortVersion.heading)
      const summary = page.getByRole('region', { name: frame.shortVersion.heading })
      await expect(summary.getByRole('definition')).toHaveCount(
        short.filter(isAboutThisSite).length,
      )
      await expect(summary).toContainText(`${sections}`)
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

    test('the text has the agreed promises, each in a sentence of its own file', async ({
      page,
    }) => {
      await page.goto(path)
      const promises = sentencesOf(`content/legal${path}.mdx`)
      for (const name of states) {
        expect(body).toContain(`<Fact name="${name}" />`)
        const sentences = promises.filter((sentence) => sentence.includes(facts[name] ?? '?'))
        expect(sentences, name).not.toEqual([])
        for (const sentence of sentences) await expect(full(page)).toContainText(sentence)
      }
    })

    test('the page links to the other two texts', async ({ page }) => {
      await page.goto(path)
      const others = page.getByRole('region', { name: frame.others.heading }).getByRole('link')
      await expect(others).toHaveCount(2)
      for (const other of texts.filter((text) => text.path !== path)) {
        await expect(others.filter({ hasText: other.title })).toHaveAttribute('href', other.path)
      }
    })

    test('a print has only the text, dark on white', async ({ page }) => {
      await page.goto(path)
      await chooseTheme(page, 'dark')
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(contents(page)).toBeHidden()
      await expect(page.getByText(frame.text.top).first()).toBeHidden()
      await expect(page.getByText(frame.shortVersion.heading, { exact: true })).toBeVisible()
      // The title block shows this address.
      await expect(page.locator('link[rel=canonical]')).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.locator('body')).toHaveCSS('color', 'rgb(19, 25, 39)')
      const link = full(page).locator('a[href^="/"]').first()
      const after = await link.evaluate((a) => getComputedStyle(a, '::after').content)
      expect(after).toContain(`${new URL(studio.host).host}/`)
    })
  })
}

test('on a wide screen the contents stay beside the text and mark the section', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/terms')
  const link = contents(page).getByRole('link').nth(13)
  const clause = page.locator((await link.getAttribute('href')) ?? 'none')
  await link.click()
  await expect(clause.getByRole('heading')).toBeInViewport()
  await expect(link).toBeInViewport({ ratio: 1 })
  const width = () => link.evaluate((a) => getComputedStyle(a).borderLeftWidth)
  await expect.poll(width).toBe('3px')

  await full(page).getByRole('link', { name: frame.text.top }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test.describe('on a phone without JavaScript', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })

  test('the contents open and link to a section', async ({ page }) => {
    await page.goto('/privacy-policy')
    const link = contents(page).locator('a').nth(8)
    const clause = page.locator((await link.getAttribute('href')) ?? 'none')
    await expect(link).toBeHidden()
    await contents(page).getByText(frame.text.contents).click()
    await link.click()
    await expect(clause.getByRole('heading')).toBeInViewport()
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
  for (const sentence of sentencesWith('proof of work', 'content/legal/privacy-policy.mdx'))
    await expect(full(page)).toContainText(sentence)
  await expect(page.getByText('Google')).toHaveCount(0)
  await chooseTheme(page, 'dark')
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
