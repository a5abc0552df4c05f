import { mkdir, rm } from 'node:fs/promises'
import { findOrInstallChromium } from '../setup/chromium.ts'
import { withoutSettings } from '../setup/settings.ts'
import { whenAbandoned } from '../site/command.ts'
import { testsIn, type Test } from './reports.ts'
import { isPassed, leave, textSteps, types, type Step } from './step.ts'

/** `npm test`, after the installation: every step runs, even after another one failed. */

const build: Step = { name: 'Build', commands: [['node', 'scripts/build.ts']] }
const UNIT_REPORT = '.cache/vitest.json'
const unitTests: Step = {
  name: 'Unit and API tests',
  commands: [
    [
      ...['vitest', 'run', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${UNIT_REPORT}`,
    ],
  ],
  reports: [UNIT_REPORT],
}
const BROWSER_REPORT = '.cache/playwright.json'
const browserTests: Step = {
  name: 'Browser tests',
  commands: [['playwright', 'test', '--reporter=list,json']],
  reports: [BROWSER_REPORT],
}
/** What holds for every studio, in a copy of the project with another studio's content. */
const secondStudio: Step = {
  name: 'Second studio',
  commands: [['node', 'tests/second-studio/run.ts']],
  reports: [UNIT_REPORT, BROWSER_REPORT].map((file) => `.cache/second-studio/${file}`),
}

process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave)
whenAbandoned(leave)

const env = {
  ...process.env,
  // This machine's settings must not change what is tested.
  ...withoutSettings(),
  ASTRO_TELEMETRY_DISABLED: '1',
  // All test threads share Node's thread pool, which has four threads by default.
  UV_THREADPOOL_SIZE: '16',
  PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

const tests: Test[] = []

/**
 * Runs a step and counts its tests. A step without reports is one test. One that fails without a
 * failed test, or has a report without a passed one, counts as a failure.
 */
async function check(step: Step, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const { name, reports = [] } = step
  for (const file of reports) await rm(file, { force: true })
  const isSuccess = await isPassed(step, { ...env, ...more })
  const reported = await Promise.all(reports.map((file) => testsIn(file).catch((): Test[] => [])))
  const found = reported.flat()
  tests.push(...found.map((test) => ({ ...test, name: `${name} › ${test.name}` })))

  const isRun = reported.every((some) => some.some(({ outcome }) => outcome === 'passed'))
  const isExplained = isSuccess || found.some(({ outcome }) => outcome === 'failed')
  if (!isRun || !isExplained) tests.push({ name, outcome: 'failed' })
  else if (reports.length === 0) tests.push({ name, outcome: 'passed' })
}

await mkdir('.cache', { recursive: true })
const chromium = findOrInstallChromium()
// Types and build write the same folder, and all tests need the build.
const built = check(build)

async function sourceAndUnits() {
  for (const step of textSteps()) await check(step)
  await built
  await check(types)
  await check(unitTests)
}

async function browser() {
  await built
  const withBrowser = { CHROMIUM_PATH: (await chromium) ?? '' }
  await check(browserTests, withBrowser)
  await check(secondStudio, withBrowser)
}

await Promise.all([sourceAndUnits(), browser()])

const of = (kind: Test['outcome']) => tests.filter(({ outcome }) => outcome === kind)
const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
if (failed.length > 0) console.log('\n── What failed ──')
for (const { name, why } of failed) console.log([name, ...(why ? [`  ${why}`] : [])].join('\n'))
if (!(await chromium)) console.log('There was no Chrome or Chromium; CHROMIUM_PATH can name one.')
process.exitCode = failed.length > 0 ? 1 : 0
const more = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
console.log(`\n${passed.length} passed, ${failed.length} failed${more}`)
