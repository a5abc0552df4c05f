import { test as base, expect, type BrowserContext } from 'playwright/test'
import { buildSite, SETTINGS } from '../../scripts/build.ts'
import { expectNoCanaries } from './canaries.ts'
import { dressed } from './settled.ts'
import { watchForSurprises } from './surprises.ts'
import { startTestSite, type TestSite } from './test-site.ts'

type ForEachTest = {
  /** The visible time to fill in a form. The visitor's clock is behind by this. */
  fillTimeMs: number
  /** Allows console errors with a matching text in this test. */
  allowConsole: (...patterns: RegExp[]) => void
}

type ForEachWorker = {
  /** Settings of the site, as in .env.example. Tests with equal settings share a site. */
  siteEnv: Record<string, string>
  /** This worker's running site. */
  site: TestSite
}

const SURPRISED =
  'The page surprised. A test that means to cause this calls allowConsole(/…/) first.'

export { expect }

export const test = base.extend<ForEachTest, ForEachWorker>({
  siteEnv: [{}, { option: true, scope: 'worker' }],

  site: [
    async ({ siteEnv }, use, { parallelIndex }) => {
      const isOwnBuild = SETTINGS.some((name) => name in siteEnv)
      const dist = isOwnBuild ? `.cache/dist-${parallelIndex}` : 'dist'
      if (isOwnBuild) await buildSite({ dist, env: { ...process.env, ...siteEnv } })
      const site = await startTestSite(dist, siteEnv)
      await use(site)
      expectNoCanaries(site)
      await site.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  // The server takes a form that arrives within two seconds for spam.
  fillTimeMs: [5_000, { option: true }],

  context: async ({ context, fillTimeMs }, use) => {
    await context.addInitScript((behindMs) => {
      const now = Date.now
      Date.now = () => now() - behindMs
    }, fillTimeMs)
    await use(context)
    // Route handlers of unfinished requests would fail after the page is closed.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    // Wait for the fonts before any measurement. A page that redirects at once can't be waited for.
    page.goto = async (...address) => {
      const answer = await goto(...address)
      await dressed(page).catch(() => undefined)
      return answer
    }
    const route = page.route.bind(page)
    // The page itself learns a moment later that its requests go another way: a request at once
    // would still reach the site.
    page.route = async (...given) => {
      const added = await route(...given)
      await page.evaluate('0')
      return added
    }
    await use(page)
  },

  baseURL: ({ site }, use) => use(site.url),

  allowConsole: [
    async ({ browser, site }, use, testInfo) => {
      const surprises: string[] = []
      const allowed: RegExp[] = []
      const logBefore = site.log().length
      const watch = (context: BrowserContext) =>
        void watchForSurprises(context, (surprise) => surprises.push(surprise))
      browser.on('context', watch)
      await use((...patterns) => {
        allowed.push(...patterns)
      })
      browser.off('context', watch)
      const unexpected = surprises.filter((one) => !allowed.some((pattern) => pattern.test(one)))
      if (testInfo.errors.length > 0 || unexpected.length > 0) {
        await testInfo.attach('server log', { body: site.log().slice(logBefore) })
      }
      expect(unexpected, SURPRISED).toEqual([])
    },
    { auto: true },
  ],
})
