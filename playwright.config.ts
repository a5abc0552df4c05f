import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { installedChromium } from './scripts/setup/chromium.ts'
import { chromiumArgs } from './tests/e2e/chromium-args.ts'

const executablePath = installedChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/build-site.ts',
  fullyParallel: true,
  // A journey waits for half of its time: for a page, an answer, a frame.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  // These limits end a test that hangs. A busy machine stays below them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Ends before the test does, so that the failure names the element.
    actionTimeout: 120_000,
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
    // A trace of every test costs as much as a third of it: `npm run e2e -- --trace on` makes them.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
