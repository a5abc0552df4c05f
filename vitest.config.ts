import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,netlify,scripts}/**/*.test.ts', 'tests/{api,store,build}/**/*.test.ts'],
    maxWorkers: availableParallelism(),
    setupFiles: ['tests/no-console.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
