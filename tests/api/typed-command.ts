import { execFile } from 'node:child_process'

/** Runs a script as it is typed, on a machine with nothing set but this; nobody is at the terminal. */
export const typed = (script: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err })
      },
    )
    child.stdin?.end()
  })
