import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { wordPlugin } from './src/build/content/words.ts'

/** `npm run test:long` tries everything ten times as often (tests/runs.ts). */
const LONG_MS = 60 * 60_000

/** The mode that runs in a copy of the project with another studio's content. */
const SECOND_STUDIO = 'second-studio'
/** The mode in which the store is sealed in every test of it. */
const SEALED = 'sealed'
const STORE_KEY = Buffer.alloc(32, 7).toString('base64')

/** What holds for every studio. */
const gates = ['pages', 'sentences', 'structured-data', 'security-headers', 'drawings']

/** These replace a module for their tests. */
const replacing = [
  'netlify/server/storage/fetch-with-retry.test.ts',
  'netlify/server/storage/site-secret.test.ts',
  'src/islands/bot-check/recaptcha.test.ts',
]
/** The tests of pure code and of built pages. */
const pure = ['{src,netlify,scripts}/**/*.test.ts', 'tests/build/**/*.test.ts']
/** Tests that keep state in modules: a store, a session, a clock. */
const keeping = ['tests/{api,store,engines}/**/*.test.ts', ...replacing]

/** Only what hangs takes so long: the machine may be busy with other things. */
const TIME_OUT_MS = 240_000

export default defineConfig(({ mode }) => ({
  plugins: [wordPlugin(new URL('./', import.meta.url))],
  test: {
    env: mode === SEALED ? { STORE_KEY } : {},
    // Tests of storage wait for most of their time: for a timeout, a lease, a clock.
    maxWorkers: 2 * availableParallelism(),
    setupFiles: ['tests/no-console.ts', 'tests/dev-context.ts'],
    // The log's line for each request: beforeAll makes some before anything can catch them.
    onConsoleLog: (text) => !text.startsWith('{"time":'),
    testTimeout: mode === 'long' ? LONG_MS : TIME_OUT_MS,
    hookTimeout: TIME_OUT_MS,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: projects(
      mode === SECOND_STUDIO
        ? [gates.map((name) => `tests/build/${name}.test.ts`), ['tests/second-studio/*.test.ts']]
        : mode === SEALED
          ? [[], ['tests/{api,store}/**/*.test.ts', 'netlify/server/**/*.test.ts']]
          : [pure, keeping],
    ),
  },
}))

/**
 * Files of the first kind share a worker and its modules, because a start costs more than most do.
 * The others have a thread each, or a process if they change the working directory.
 */
function projects([sharing, alone]: [sharing: string[], alone: string[]]) {
  const moving = globSync(alone).filter((file) =>
    /useOwnStudio|chdir/.test(readFileSync(file, 'utf8')),
  )
  return [
    { name: 'sharing', include: sharing, exclude: replacing, isolate: false },
    { name: 'alone', include: alone, exclude: moving, pool: 'threads' as const },
    { name: 'moving', include: moving },
  ].map((test) => ({ extends: true as const, test }))
}
