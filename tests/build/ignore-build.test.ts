import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The command of netlify.toml, run as Netlify runs it, in a repository of its own. */

const [, command = ''] = /^\s*ignore = "(.+)"$/m.exec(readFileSync('netlify.toml', 'utf8')) ?? []
const folder = mkdtempSync(join(tmpdir(), 'ignore-build-'))
const HOUR_S = 60 * 60

/** Nothing of this machine's git is read. */
const environment = {
  PATH: process.env['PATH'],
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'a@a.example' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'a@a.example' },
}

function git(args: readonly string[], ageS = 0): string {
  const date = `@${Math.floor(Date.now() / 1_000) - ageS} +0000`
  const env = { ...environment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
}

/** Changes these files in one commit; returns its name. */
function commit(files: readonly string[], ageS = 0): string {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), String(Math.random()))
  }
  git(['add', '.'])
  git(['commit', '--quiet', '--message', 'Change'], ageS)
  return git(['rev-parse', 'HEAD'])
}

/** The exit code of the command: 0 skips the build. */
function isBuilt(variables: Record<string, string>): boolean {
  const env = { ...environment, CONTEXT: 'production', ...variables }
  return spawnSync('bash', ['-c', command], { cwd: folder, env }).status !== 0
}

beforeAll(() => {
  git(['init', '--quiet'])
  cpSync('scripts/ignore-build.sh', join(folder, 'scripts/ignore-build.sh'))
  commit(['content/studio.yaml'])
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test.each([
  [false, ['docs/deploy.md']],
  [false, ['docs/decisions/0001-tools.md', 'tests/api/contact.test.ts']],
  [false, ['tests/second-studio/content/studio.yaml']],
  [false, ['src/forms/contact.test.ts']],
  [false, ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']],
  [true, ['content/articles/docs.md']],
  [true, ['content/articles/README.md']],
  [true, ['src/pages/docs/index.astro']],
  [true, ['docs/deploy.md', 'content/studio.yaml']],
  [true, ['netlify/functions/forms.ts']],
  [true, ['netlify.toml']],
  [true, ['package-lock.json']],
  [true, ['scripts/build.ts']],
])('built: %s, after a change of %s', (built, files) => {
  const before = git(['rev-parse', 'HEAD'])
  const refs = { CACHED_COMMIT_REF: before, COMMIT_REF: commit(files) }
  expect(isBuilt(refs)).toBe(built)
  for (const CONTEXT of ['deploy-preview', 'branch-deploy', '']) {
    expect(isBuilt({ ...refs, CONTEXT })).toBe(true)
  }
})

test('a build counts what came in all commits since the last one', () => {
  const built = git(['rev-parse', 'HEAD'])
  const skipped = commit(['docs/deploy.md'])
  expect(isBuilt({ CACHED_COMMIT_REF: built, COMMIT_REF: skipped })).toBe(false)
  const page = commit(['content/studio.yaml'])
  const docs = commit(['docs/deploy.md'])
  expect(isBuilt({ CACHED_COMMIT_REF: built, COMMIT_REF: docs })).toBe(true)
  expect(isBuilt({ CACHED_COMMIT_REF: page, COMMIT_REF: docs })).toBe(false)
  // A change that was taken back is no change.
  expect(isBuilt({ CACHED_COMMIT_REF: docs, COMMIT_REF: page })).toBe(false)
})

test('a first build, one without a cache, and one of the same commit are built', () => {
  const [before, now] = [git(['rev-parse', 'HEAD']), commit(['docs/deploy.md'])]
  expect(isBuilt({ COMMIT_REF: now })).toBe(true)
  expect(isBuilt({ CACHED_COMMIT_REF: '', COMMIT_REF: now })).toBe(true)
  expect(isBuilt({ CACHED_COMMIT_REF: now, COMMIT_REF: now })).toBe(true)
  expect(isBuilt({ CACHED_COMMIT_REF: before })).toBe(true)
  // A shallow copy may lack the last built commit.
  expect(isBuilt({ CACHED_COMMIT_REF: 'f'.repeat(40), COMMIT_REF: now })).toBe(true)
})

test('what a build hook or a person asks for is built', () => {
  const before = git(['rev-parse', 'HEAD'])
  const refs = { CACHED_COMMIT_REF: before, COMMIT_REF: commit(['docs/deploy.md']) }
  expect(isBuilt(refs)).toBe(false)
  expect(isBuilt({ ...refs, INCOMING_HOOK_TITLE: 'on the day' })).toBe(true)
  expect(isBuilt({ ...refs, INCOMING_HOOK_URL: 'https://hooks.example' })).toBe(true)
  const old = { ...refs, COMMIT_REF: commit(['docs/deploy.md'], 2 * HOUR_S) }
  expect(isBuilt(old)).toBe(true)
})
