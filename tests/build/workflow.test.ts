import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'

type Job = { steps: { run?: string; with?: { 'node-version-file'?: string } }[] }

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
