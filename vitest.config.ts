import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npm run test:long` tries everything ten times as often (tests/runs.ts). */
const LONG_MS = 20 * 60_000

export default defineConfig(({ mode }) => ({
  test: {
    include: ['{src,netlify,scripts}/**/*.test.ts', 'tests/{api,store,build}/**/*.test.ts'],
    maxWorkers: availableParallelism(),
    setupFiles: ['tests/no-console.ts'],
    testTimeout: mode === 'long' ? LONG_MS : 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
}))
