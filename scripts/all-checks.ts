import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { whenAbandoned } from './abandoned.ts'
import { findOrInstallChromium } from './chromium.ts'
import { withoutSettings } from './settings.ts'
import { held, playwrightCounts, sum, summary, vitestCounts, type Counts } from './test/counts.ts'

/** `npm test`, once everything is installed: every step runs, whatever became of those before it. */

type Step = {
  name: string
  commands: string[][]
  env?: NodeJS.ProcessEnv
  /** How the step's own tests are counted; without it the step counts as one. */
  count?: () => Promise<Counts>
}

const VITEST = '.cache/vitest.json'
const PLAYWRIGHT = '.cache/playwright.json'
/** A step that hangs must not keep the others from being told about. */
const PATIENCE = 20 * 60_000

const steps: Step[] = [
  {
    name: 'Types',
    commands: [
      ['astro', 'check'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'Lint', commands: [['eslint', '.']] },
  { name: 'Format', commands: [['prettier', '--check', '.']] },
  { name: 'Build', commands: [['node', 'scripts/build.ts']] },
  {
    name: 'Unit and API tests',
    commands: [
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
    ],
    count: () => vitestCounts(VITEST),
  },
  {
    name: 'Browser tests',
    commands: [['playwright', 'test', '--reporter=list,json']],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT },
    count: () => playwrightCounts(PLAYWRIGHT),
  },
]

// The settings of whoever runs this must not change what is tested.
const surroundings: NodeJS.ProcessEnv = {
  ...process.env,
  ...withoutSettings(),
  ASTRO_TELEMETRY_DISABLED: '1',
}

async function succeeds([command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...surroundings, ...env },
    shell: process.platform === 'win32',
    timeout: PATIENCE,
  })
  running = child
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  } catch (error) {
    console.error(error)
    return false
  }
}

async function run({ name, commands, env, count }: Step): Promise<Counts> {
  console.log(`\n── ${name} ──`)
  let isSuccess = true
  for (const command of commands) isSuccess = (await succeeds(command, env)) && isSuccess
  if (!count) return { passed: Number(isSuccess), failed: Number(!isSuccess), skipped: 0 }
  const counts = await count().catch(() => ({ passed: 0, failed: 0, skipped: 0 }))
  return held(counts, isSuccess)
}

let running: ReturnType<typeof spawn> | undefined
const giveUp = () => {
  running?.kill()
  process.exit(1)
}
process.on('SIGINT', giveUp).on('SIGTERM', giveUp).on('SIGHUP', giveUp)
whenAbandoned(giveUp)

await mkdir('.cache', { recursive: true })
await Promise.all([rm(VITEST, { force: true }), rm(PLAYWRIGHT, { force: true })])
const chromium = findOrInstallChromium()
surroundings['CHROMIUM_PATH'] = chromium ?? ''
const outcomes: [name: string, Counts][] = []
for (const step of steps) outcomes.push([step.name, await run(step)])

console.log('\n── Summary ──')
for (const [name, counts] of outcomes) console.log(`${name}: ${summary(counts)}`)
if (!chromium) console.log('There was no Chrome or Chromium; CHROMIUM_PATH can name one.')
const total = sum(outcomes.map(([, counts]) => counts))
process.exitCode = total.failed > 0 ? 1 : 0
console.log(summary(total))
