import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
afterAll(() => {
  rmSync(dataDir, { recursive: true })
})

const { PATH, NODE_COMPILE_CACHE } = process.env

/** Runs a script without a terminal, with only these settings. */
export const typed = (script: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env } },
      (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err })
      },
    )
    child.stdin?.end()
  })
