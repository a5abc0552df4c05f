import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listen } from '#local/listen.ts'
import { startSite } from '#local/server.ts'
import { whenAbandoned } from './abandoned.ts'
import { buildSite } from './build.ts'
import { setUpAdmin } from './local-admin.ts'
import { openStore } from './open-store.ts'
import { portSetting, setting } from './settings.ts'

/** `npm start`, once everything is installed. `--built <folder>` serves what was built before. */

/** Starts everything; answers how to stop it. */
async function serve(built: string | undefined): Promise<() => Promise<void>> {
  // What the environment says already wins over the file.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const dataDir = setting('DATA_DIR') ?? '.data'
  const door = { port: portSetting(), host: setting('HOST') }
  // A port in use is better known before a build than after it.
  await (await listen(() => undefined, door)).close()
  if (!built) await buildSite()

  const admin = await setUpAdmin(dataDir)
  const closeStore = await openStore(dataDir)
  const options = { dist: built ?? 'dist', netlifyToml: 'netlify.toml', ...door }
  const site = await startSite(options).catch(async (error: unknown) => {
    await closeStore()
    throw error
  })

  console.log(`\nThe site runs on ${site.url}`)
  if (admin) {
    console.log(`Its admin area is ${site.url}/admin`)
    console.log(`  e-mail    ${admin.email}\n  password  ${admin.password}`)
  }
  console.log('Ctrl-C stops it.\n')
  process.send?.({ url: site.url })

  return async () => {
    await site.close()
    await closeStore()
  }
}

let stop = () => Promise.resolve()
let stopping: Promise<void> | undefined
const leave = () => {
  stopping ??= stop().finally(() => process.exit())
}
process.on('SIGINT', leave).on('SIGTERM', leave)
whenAbandoned(leave)

try {
  const { built } = parseArgs({ options: { built: { type: 'string' } } }).values
  stop = await serve(built)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
