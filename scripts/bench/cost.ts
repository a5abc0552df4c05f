import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import { forms } from '#forms/index.ts'
import { openCalls, STORAGE_MS } from './cost/calls.ts'
import { idleMonth } from './cost/clock.ts'
import {
  prices,
  RESULT_FILE,
  rowsOf,
  sum,
  times,
  totalsOf,
  type Result,
  type Scenes,
  type Use,
} from './cost/credits.ts'
import { dashboardHour } from './cost/dashboard.ts'
import { floodDay, MAIL_SECONDS, submissionOf } from './cost/sending.ts'
import { visits } from './cost/pages.ts'
import { quantile } from './figure.ts'
import { SITE } from './stage/this-process.ts'

/**
 * Counts what Netlify bills: seconds of functions, requests and bytes sent, and the credits for
 * them. Each scene runs a part, such as a day or ten submissions, and is multiplied where it is
 * linear. The result is kept in docs/measurements, since the guides name its figures. On a machine
 * with much other work a start takes several times as long: `--start 0.11` says what it took before.
 */
export async function costBench() {
  const outbox = await mkdtemp(join(tmpdir(), 'bench-'))
  process.env['NOTIFY_TO'] = 'team@example.com'
  process.env['OUTBOX_DIR'] = outbox
  process.env['URL'] = SITE
  const { start: said } = parseArgs({
    options: { start: { type: 'string' } },
    strict: false,
  }).values
  const start = said === undefined ? await startSeconds('housekeeping') : Number(said)
  const calls = await openCalls()
  const { visit, opening } = await calls.aside(() => visits(calls.admin))
  const { month, checks } = await idleMonth(calls, start)
  const submissions: Record<string, Use> = {}
  for (const form of forms) {
    submissions[form.name] = times(await submissionOf(calls, form, start), 1_000)
  }
  const scenes: Scenes = {
    idleMonth: month,
    dailyChecks: checks,
    visits: times(visit, 1_000),
    submissions,
    dashboardHour: sum([opening.files, await dashboardHour(calls, opening.asked, start)]),
    floodDay: await floodDay(calls),
  }
  const asked = opening.asked.map(({ method, path }) => `${method} ${path}`)
  console.log(`The dashboard opens with ${asked.join(', ')}.`)
  await calls.close()
  await rm(outbox, { recursive: true })
  await print(scenes, start)
}

async function print(scenes: Scenes, start: number) {
  const totals = totalsOf(scenes)
  console.log('| | storage requests | seconds | GB-hours | requests | MB sent | credits |')
  for (const row of rowsOf(scenes)) console.log(`| ${row.join(' | ')} |`)
  for (const [what, { credits, most }] of Object.entries(totals)) {
    console.log(
      `${what}: ${credits} credits${credits > most ? `, WARNING: more than ${most}` : ''}`,
    )
  }
  const result: Result = {
    at: new Date().toISOString().slice(0, 10),
    prices,
    assumed: {
      storageMs: STORAGE_MS,
      mailSeconds: MAIL_SECONDS,
      startSeconds: Math.round(start * 100) / 100,
    },
    scenes: JSON.parse(JSON.stringify(scenes, rounded)) as Scenes,
    totals,
  }
  await mkdir(dirname(RESULT_FILE), { recursive: true })
  await writeFile(RESULT_FILE, `${JSON.stringify(result, null, 2)}\n`)
}

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value) : value

const STARTS = 9

/** How long a new instance of a function takes until it can answer: Node, Netlify's code and ours. */
async function startSeconds(name: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  await zipFunctions('netlify/functions', folder, { archiveFormat: 'none' })
  const files = ['___netlify-bootstrap.mjs', `netlify/functions/${name}.mjs`]
  const imports = files.map((file) => {
    const url = pathToFileURL(resolve(folder, name, file)).href
    return `await import(${JSON.stringify(url)})`
  })
  const taken = Array.from({ length: STARTS }, () => {
    const began = performance.now()
    const { status } = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      imports.join('\n'),
    ])
    if (status !== 0) throw new Error(`${name} does not start.`)
    return (performance.now() - began) / 1_000
  })
  await rm(folder, { recursive: true })
  return quantile(taken, 0.5)
}
