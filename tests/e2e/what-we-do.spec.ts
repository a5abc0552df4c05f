import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/what-we-do'))

const SERVICES = ['Operator pods', 'Design lab', 'Data signals', 'Capital architecture']
const PHASES = ['Vision to conviction', 'Build and launch', 'Scale and invest']
const PILLARS = ['Distribution', 'Product', 'People', 'Governance']

test('services, phases and pillars are in their order', async ({ page }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(headings).toHaveText([...SERVICES, ...PHASES, ...PILLARS])
})

test('the bars of the phases have the length of their weeks', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bars = page.locator('.weeks > li > i')
    const [first, second] = await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))
    expect((second ?? 0) / (first ?? 1), `at ${width}`).toBeCloseTo(3, 1)
  }
})

test('the page links to the next steps for founders and investors', async ({ page }) => {
  const main = page.getByRole('main')
  for (const [name, href] of [
    ['Build with us as an EIR', '/eir'],
    ['Invest beside us', '/investors'],
    ['See what the system has built', '/portfolio'],
    ['Ask us how it works', '/contact'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  }
})
