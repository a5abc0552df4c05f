import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,netlify,scripts}/**/*.test.ts', 'tests/{api,store,build}/**/*.test.ts'],
    setupFiles: ['tests/no-console.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
