import { expect, test } from './fixtures.ts'

test.beforeEach(({ page }) => page.goto('/what-we-do'))

const SERVICES = ['Operator pods', 'Design lab', 'Data signals', 'Capital architecture']
const PHASES = ['Vision to conviction', 'Build and launch', 'Scale and invest']
const PILLARS = ['Distribution', 'Product', 'People', 'Governance']

test('services, phases and pillars are there in their order', async ({ page }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(headings).toHaveText([...SERVICES, ...PHASES, ...PILLARS])
})

test('the phases are as long as they last', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bars = page.locator('.weeks > li > i')
    const [first, second] = await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))
    expect((second ?? 0) / (first ?? 1), `at ${width}`).toBeCloseTo(3, 1)
  }
})

test('entrepreneurs and investors each find their way in', async ({ page }) => {
  const main = page.getByRole('main')
  for (const [name, href] of [
    ['Build with us as an EIR', '/eir'],
    ['Invest beside us', '/investors'],
    ['See what it has built', '/portfolio'],
    ['Ask us about it', '/contact'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href)
  }
})
