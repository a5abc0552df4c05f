import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { installedChromium } from './scripts/setup/chromium.ts'

const executablePath = installedChromium()

/** Tests use this machine only; whatever else a page asks for is not found. */
const LOCAL_ONLY = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  `--host-resolver-rules=${LOCAL_ONLY}`,
  // Chromium refuses to sandbox what root starts.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/build-site.ts',
  fullyParallel: true,
  // A journey waits for half of its time: for a page, an answer, a frame.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'light' },
    // The admin works in both themes: their journeys are taken in the other one too. What has no
    // colour (keys, batches, sessions, arrivals) is tried once.
    {
      name: 'dark',
      testMatch: /admin(-(morning|inbox|overview|record|held|waitlist))?\.spec\.ts$/,
      use: { colorScheme: 'dark' },
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    // A trace of every test costs as much as a third of it: `npm run e2e -- --trace on` makes them.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
