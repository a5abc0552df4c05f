import { mkdir, rm } from 'node:fs/promises'
import { findOrInstallChromium } from '../setup/chromium.ts'
import { withoutSettings } from '../setup/settings.ts'
import { whenAbandoned } from '../site/command.ts'
import { playwrightTests, vitestTests, type Test } from './reports.ts'
import { leave, runStep, type StepResult } from './run-step.ts'
import {
  browserTests,
  build,
  PLAYWRIGHT_REPORT,
  SECOND_STUDIO_REPORTS,
  secondStudio,
  textSteps,
  types,
  unitTests,
  VITEST_REPORT,
  type Step,
} from './steps.ts'

/** `npm test`, after the installation: every step runs, even after another one failed. */

const SLOWEST = 10

process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave)
whenAbandoned(leave)

await mkdir('.cache', { recursive: true })
const second = SECOND_STUDIO_REPORTS
for (const file of [VITEST_REPORT, PLAYWRIGHT_REPORT, second.vitest, second.playwright])
  await rm(file, { force: true })

const env = {
  ...process.env,
  // This machine's settings must not change what is tested.
  ...withoutSettings(),
  ASTRO_TELEMETRY_DISABLED: '1',
  PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

const tests: Test[] = []

/** Runs a step and counts it as one test. */
async function check(step: Step): Promise<void> {
  const began = Date.now()
  const { name, isSuccess } = await runStep(step, env)
  tests.push({ name, ms: Date.now() - began, outcome: isSuccess ? 'passed' : 'failed' })
}

/**
 * Counts a runner's tests. A runner that fails without a failed test, or runs none, counts as one
 * failure.
 */
async function count({ name, isSuccess }: StepResult, reported: Promise<Test[]>): Promise<void> {
  const found = await reported.catch((): Test[] => [])
  const isSilent = found.every(({ outcome }) => outcome !== 'failed')
  const isRun = found.some(({ outcome }) => outcome === 'passed')
  if (isSilent && !(isSuccess && isRun)) found.push({ name, ms: 0, outcome: 'failed' })
  tests.push(...found)
}

const chromium = findOrInstallChromium()
// Types and build write the same folder, and all tests need the build.
const built = check(build)

async function sourceAndUnits() {
  for (const step of textSteps()) await check(step)
  await built
  await check(types)
  const outcome = await runStep(unitTests, env)
  await count(outcome, vitestTests(VITEST_REPORT))
}

async function browser() {
  await built
  const withBrowser = { ...env, CHROMIUM_PATH: (await chromium) ?? '' }
  const outcome = await runStep(browserTests, withBrowser)
  await count(outcome, playwrightTests(PLAYWRIGHT_REPORT))
  const other = await runStep(secondStudio, withBrowser)
  await count(
    other,
    Promise.all([vitestTests(second.vitest), playwrightTests(second.playwright)]).then(both),
  )
}

const failedRun: Test[] = [{ name: secondStudio.name, ms: 0, outcome: 'failed' }]

/** The tests of the second studio, both runners' together. Each must have passed some. */
function both(runs: Test[][]): Test[] {
  const named = (test: Test) => ({ ...test, name: `${secondStudio.name} › ${test.name}` })
  return runs.flatMap((tests) =>
    tests.some(({ outcome }) => outcome === 'passed') ? tests.map(named) : failedRun,
  )
}

await Promise.all([sourceAndUnits(), browser()])

console.log(`\n── The ${SLOWEST} slowest ──`)
for (const { name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
  console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
}
const of = (kind: Test['outcome']) => tests.filter(({ outcome }) => outcome === kind)
const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
if (failed.length > 0) console.log('\n── What failed ──')
for (const { name, why } of failed) console.log([name, ...(why ? [`  ${why}`] : [])].join('\n'))
if (!(await chromium)) console.log('There was no Chrome or Chromium; CHROMIUM_PATH can name one.')
process.exitCode = failed.length > 0 ? 1 : 0
const more = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
console.log(`\n${passed.length} passed, ${failed.length} failed${more}`)
