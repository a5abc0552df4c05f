import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** Builds a copy of the project as if it were that moment. */
export async function buildCopy(root: string, moment: string, env: Record<string, string> = {}) {
  const astro = [resolve('node_modules/astro/bin/astro.mjs'), 'build']
  await promisify(execFile)(process.execPath, astro, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILT_AT: String(Date.parse(moment)),
      ...env,
    },
  })
}
