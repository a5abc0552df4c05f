import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildSite } from '../build.ts'

/** `npm run test:file <file> …`: runs test files with vitest or Playwright. */

const args = process.argv.slice(2)
const isBrowser = args.some((arg) => arg.includes('.spec.ts') || arg.includes('e2e/'))
if (args.length === 0) throw new Error('Name a file: npm run test:file tests/e2e/bar.spec.ts')

// Playwright's configuration builds the site. Of vitest's tests only these need a build.
if (!isBrowser && args.some((arg) => arg.includes('tests/build/'))) await buildSite()
const runner = isBrowser ? ['playwright', 'test'] : ['vitest', 'run']
const [command = '', ...first] = runner
const child = spawn(command, [...first, ...args], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
