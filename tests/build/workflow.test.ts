import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'

type Step = { run?: string; if?: string; with?: { 'node-version-file'?: string } }
type Job = { steps: Step[] }

const { jobs } = load(await readFile('.github/workflows/ci.yml', 'utf8')) as {
  jobs: Record<string, Job>
}
const steps = Object.values(jobs).flatMap((job) => job.steps)

test('CI runs only existing npm scripts', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = steps.flatMap(({ run = [] }) => run)
  expect(commands).toContain('npm test')
  const names = commands.map((command) => /^npm (?:run )?([\w:]+)$/.exec(command)?.[1])
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names))
})

test('CI reads the Node version from a file that exists', () => {
  const [file = ''] = steps.flatMap((step) => step.with?.['node-version-file'] ?? [])
  expect(existsSync(file)).toBe(true)
})

test('the site is watched every day, or a line says that its address is missing', async () => {
  const watch = load(await readFile('.github/workflows/watch.yml', 'utf8')) as {
    on: { schedule: { cron: string }[] }
    jobs: { watch: Job & { env: Record<string, string> } }
  }
  expect(watch.on.schedule).toEqual([
    { cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) as string },
  ])
  const { env, steps } = watch.jobs.watch
  expect(env).toEqual({ SITE_URL: '${{ vars.SITE_URL }}' })
  const [missing, ...others] = steps
  expect(missing).toMatchObject({ if: "env.SITE_URL == ''" })
  expect(missing?.run).toMatch(/^echo "::warning .*SITE_URL/)
  expect(new Set(others.map((step) => step.if))).toEqual(new Set(["env.SITE_URL != ''"]))
  expect(others.at(-1)?.run).toBe('npm run probe -- --public "$SITE_URL"')
})
