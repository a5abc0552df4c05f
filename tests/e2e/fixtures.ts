import { test as base, expect, type BrowserContext } from 'playwright/test'
import { buildSite, SETTINGS } from '../../scripts/build.ts'
import { expectNoCanaries } from './canaries.ts'
import { dressed } from './settled.ts'
import { watchForSurprises } from './surprises.ts'
import { startTestSite, type TestSite } from './test-site.ts'

type ForEachTest = {
  /** How long a visitor seems to take over a form, in milliseconds: their clock is so far behind. */
  fillTimeMs: number
  /** Says that this test means to cause a console error whose text matches. */
  allowConsole: (...patterns: RegExp[]) => void
}

type ForEachWorker = {
  /** Settings for the site under test, as in .env.example. Tests with the same ones share a site. */
  siteEnv: Record<string, string>
  /** A running site of this worker's own. */
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
    { scope: 'worker', timeout: 120_000 },
  ],

  // The server takes what arrives within two seconds for a machine's.
  fillTimeMs: [5_000, { option: true }],

  context: async ({ context, fillTimeMs }, use) => {
    await context.addInitScript((behindMs) => {
      const now = Date.now
      Date.now = () => now() - behindMs
    }, fillTimeMs)
    await use(context)
    // What a journey leaves under way is nobody's any more: its handlers find no page to answer.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    // Nothing is measured in a font that is on its way out; a page that leads on at once is none.
    page.goto = async (...address) => {
      const answer = await goto(...address)
      await dressed(page).catch(() => undefined)
      return answer
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
      if (testInfo.errors.length > 0) {
        await testInfo.attach('server log', { body: site.log().slice(logBefore) })
      }
      expect(unexpected, SURPRISED).toEqual([])
    },
    { auto: true },
  ],
})
