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
const gates = [
  ...['build/pages', 'build/sentences', 'build/structured-data', 'build/security-headers'],
  'build/drawings',
]

/** Only what hangs takes so long: the machine may be busy with other things. */
const TIME_OUT_MS = 60_000

export default defineConfig(({ mode }) => ({
  plugins: [wordPlugin(new URL('./', import.meta.url))],
  test: {
    include:
      mode === SECOND_STUDIO
        ? ['tests/second-studio/*.test.ts', ...gates.map((name) => `tests/${name}.test.ts`)]
        : mode === SEALED
          ? ['tests/{api,store}/**/*.test.ts', 'netlify/server/**/*.test.ts']
          : ['{src,netlify,scripts}/**/*.test.ts', 'tests/{api,store,build,engines}/**/*.test.ts'],
    env: mode === SEALED ? { STORE_KEY } : {},
    // Tests of storage wait for most of their time: for a timeout, a lease, a clock.
    maxWorkers: 2 * availableParallelism(),
    setupFiles: ['tests/no-console.ts', 'tests/dev-context.ts'],
    // The log's line for each request: beforeAll makes some before anything can catch them.
    onConsoleLog: (text) => !text.startsWith('{"time":'),
    testTimeout: mode === 'long' ? LONG_MS : TIME_OUT_MS,
    hookTimeout: TIME_OUT_MS,
    restoreMocks: true,
    unstubEnvs: true,
  },
}))
