import { mkdir, rm } from 'node:fs/promises'
import { whenAbandoned } from '../site/abandoned.ts'
import { findOrInstallChromium } from '../setup/chromium.ts'
import { withoutSettings } from '../setup/settings.ts'
import { summary } from './counts.ts'
import { failures, playwrightTests, slowest, vitestTests } from './reported.ts'
import { giveUp, printSummary, runStages } from './run-stages.ts'
import { PLAYWRIGHT_REPORT, stagesWith, VITEST_REPORT } from './steps.ts'

/** `npm test`, once everything is installed: every step runs, whatever became of the others. */

const leave = () => {
  giveUp()
  process.exit(1)
}
process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave)
whenAbandoned(leave)

await mkdir('.cache', { recursive: true })
await Promise.all([VITEST_REPORT, PLAYWRIGHT_REPORT].map((file) => rm(file, { force: true })))
// Nothing waits for it but the browser tests.
const chromium = findOrInstallChromium()
const outcomes = await runStages(stagesWith(chromium), {
  ...process.env,
  // The settings of whoever runs this must not change what is tested.
  ...withoutSettings(),
  ASTRO_TELEMETRY_DISABLED: '1',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
})

const reports = [vitestTests(VITEST_REPORT), playwrightTests(PLAYWRIGHT_REPORT)]
const tests = (await Promise.all(reports.map((some) => some.catch(() => [])))).flat()
console.log('\n── The ten slowest tests ──')
for (const line of slowest(tests)) console.log(line)

const rescued = failures(tests, true)
if (rescued.length > 0) console.log(['\n── Passed at the second try ──', ...rescued].join('\n'))
const failed = failures(tests)
if (failed.length > 0) console.log(['\n── What failed ──', ...failed].join('\n'))

console.log('\n── Summary ──')
const total = printSummary(outcomes)
if (!(await chromium)) console.log('There was no Chrome or Chromium; CHROMIUM_PATH can name one.')
process.exitCode = total.failed > 0 ? 1 : 0
console.log(summary(total))
