import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import { quantile } from '../quantile.ts'

const STARTS = 9

/** How long a new instance of a function takes until it can answer: Node, Netlify's code and ours. */
export async function startSeconds(name: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  await zipFunctions('netlify/functions', folder, { archiveFormat: 'none' })
  const files = ['___netlify-bootstrap.mjs', `netlify/functions/${name}.mjs`]
  const imports = files.map((file) => {
    const url = pathToFileURL(resolve(folder, name, file)).href
    return `await import(${JSON.stringify(url)})`
  })
  const taken = Array.from({ length: STARTS }, () => {
    const began = performance.now()
    const { status } = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      imports.join('\n'),
    ])
    if (status !== 0) throw new Error(`${name} does not start.`)
    return (performance.now() - began) / 1_000
  })
  await rm(folder, { recursive: true })
  return quantile(taken, 0.5)
}
