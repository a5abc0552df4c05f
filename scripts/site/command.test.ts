import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Forks a script as `npm test` and `npm start` do. */
async function script(rest: string) {
  const folder = await mkdtemp(join(tmpdir(), 'abandoned-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const helper = new URL('command.ts', import.meta.url).href
  const file = join(folder, 'script.mjs')
  const lines = [
    `import { whenAbandoned } from '${helper}'`,
    'whenAbandoned(() => process.exit(7))',
    rest,
  ]
  await writeFile(file, lines.join('\n'))
  return fork(file)
}

test.each([0, 1])('a finished script ends with its own exit code %i', async (code) => {
  const child = await script(`process.exitCode = ${code}`)
  expect(await once(child, 'exit')).toEqual([code, null])
})

test('a script notices the end of its parent', async () => {
  const child = await script("setInterval(() => {}, 1000); process.send('ready')")
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([7, null])
})
