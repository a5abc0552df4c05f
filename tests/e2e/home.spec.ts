import { expect, test } from './fixtures.ts'

test.describe('the home page', () => {
  test.beforeEach(({ page }) => page.goto('/'))

  test('opens with the studio’s work and three links', async ({ page }) => {
    await expect(page).toHaveTitle(/a venture studio/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We co-build ventures from 0 to 10',
    )
    const main = page.getByRole('main')
    for (const [name, href] of [
      ['Book a studio intro', '/contact'],
      ['Investor partnerships', '/investors'],
      ['Build with us as an EIR', '/eir'],
    ] as const) {
      await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
    }
    await expect(main.getByText(/^Scroll down/)).toBeVisible()
  })

  test('states its four figures', async ({ page }) => {
    const stats = page.locator('.stats')
    for (const figure of ['8', '₹80L+', '75+', '70+']) {
      await expect(stats.getByText(figure, { exact: true })).toBeVisible()
    }
  })

  test('the venture engine has four cards and follows the pointer', async ({ page }) => {
    const engine = page.locator('.engine')
    for (const words of [
      'Venture engine',
      'Operator pods',
      'Capital architecture',
      'Design lab',
      'Data signals',
    ]) {
      await expect(engine.getByText(words, { exact: true })).toBeVisible()
    }
    const reading = () =>
      engine.evaluate((one) => getComputedStyle(one).getPropertyValue('--reading'))
    const width = page.viewportSize()?.width ?? 0
    for (const share of [0.25, 0.75]) {
      await page.mouse.move(width * share, 300)
      await expect.poll(reading).toBe(`${share * 100}`)
    }
  })

  test('the tape names five themes once and can be paused', async ({ page }) => {
    const tape = page.getByRole('group', { name: 'Themes' })
    await expect(tape.getByRole('listitem')).toHaveText([
      'SaaS scaleups',
      'Climate innovation',
      'Future of work',
      'AI infrastructure',
      'Fintech orchestration',
    ])
    const runs = () =>
      tape.evaluate((one) => one.getAnimations({ subtree: true }).map(({ playState }) => playState))
    expect(await runs()).toEqual(['running'])
    await tape.getByRole('checkbox', { name: 'Pause the moving text' }).press('Space')
    expect(await runs()).toEqual(['paused'])
  })

  test('names six ventures and shows three', async ({ page }) => {
    const about = page.locator('#about')
    const three = ['MeetDistributor', 'AlphaSkin', 'Axel AI']
    await expect(about.getByRole('listitem').locator('b')).toHaveText([
      ...three,
      'Dhvani',
      "Founder's Journal",
      'Fundraise Copilot',
    ])
    await expect(about.getByText('Financial Technology')).toBeVisible()
    await expect(about.getByRole('link', { name: 'Explore the studio model' })).toHaveAttribute(
      'href',
      '/what-we-do',
    )

    const teaser = page.locator('#portfolio')
    await expect(teaser.getByRole('article').getByRole('heading')).toHaveText(three)
    for (const name of three) {
      const link = teaser.getByRole('link', { name: `Read more about ${name}` })
      await expect(link).toHaveAttribute('href', '/portfolio')
    }
    const all = teaser.getByRole('link', { name: 'Explore the full portfolio' })
    await expect(all).toHaveAttribute('href', '/portfolio')
  })

  test('explains the approach from philosophy to terms', async ({ page }) => {
    await expect(page.locator('#approach')).toContainText(/Money is the second thing/)
    const main = page.getByRole('main')
    for (const words of [
      'Discovery and validation',
      'Build and launch',
      'Scale and fundraise',
      '4-week sprint',
      '12-week sprint',
      'Commerce infrastructure',
      'Fintech',
      'Sustainable systems',
      'Consumer experiences',
      '$25K–$150K',
      'Pre-seed to Series A',
      'Embedded squads, 12–18 months',
      'India-first, global ambition',
    ]) {
      await expect(main.getByText(words, { exact: true }).first()).toBeVisible()
    }
    await expect(
      page.getByRole('img', { name: /^Full weeks by guild: Discovery 1–2, Product 3–8/ }),
    ).toBeVisible()
  })

  test('ends with a contact link and a promise of 24 hours', async ({ page }) => {
    const call = page.locator('#contact')
    await expect(call).toContainText('next steps within 24 hours')
    const link = call.getByRole('link', { name: 'Talk to the studio' })
    await expect(link).toHaveAttribute('href', '/contact')
  })
})

test('the footer links to every page and has the current year', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const columns = {
    Explore: ['About', 'What We Do', 'Portfolio', 'Blogs'],
    More: ['Careers', 'FAQs', 'Contact', 'Investor Connect', 'EIR Partnership'],
    'Social media': ['LinkedIn', 'X', 'Instagram', 'YouTube'],
  }
  for (const [name, links] of Object.entries(columns)) {
    await expect(footer.getByRole('navigation', { name }).getByRole('link')).toHaveText(links)
  }
  for (const [name, href] of [
    ['App Privacy & AI Policy', '/app-policy'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms', '/terms'],
    ['Zeroten, home', '/'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(footer.getByText(/^© /)).toHaveText(`© ${new Date().getFullYear()} Zeroten`)
})

test('every page opens at its top', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const scrolled = () => page.evaluate(() => scrollY)
  for (const name of ['Portfolio', 'FAQs', 'Terms']) {
    const link = footer.getByRole('link', { name, exact: true })
    await link.scrollIntoViewIfNeeded()
    expect(await scrolled(), name).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await scrolled(), name).toBe(0)
  }
})
