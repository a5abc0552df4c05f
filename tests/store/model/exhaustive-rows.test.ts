import { vi } from 'vitest'
import { exhaust } from './exhaust.ts'
import { rowScenes } from './scenes.ts'

vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  ...(await import('./quick-zlib.ts')),
}))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  ...(await import('./counted-random.ts')),
}))

exhaust(rowScenes, 'tests/store/model/exhaustive-rows.test.ts')
