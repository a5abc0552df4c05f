import { vi } from 'vitest'
import { exhaust } from './exhaust.ts'
import { addressScenes } from './scenes.ts'

vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  ...(await import('./quick-zlib.ts')),
}))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  ...(await import('./counted-random.ts')),
}))

exhaust(addressScenes, 'tests/store/model/exhaustive-address.test.ts')
