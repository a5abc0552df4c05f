import { parseArgs } from 'node:util'
import { listen } from '#local/listen.ts'
import { startSite } from '#local/server.ts'
import { buildSite } from './build.ts'
import { housekeepingSeconds } from './setup/settings.ts'
import { runSite } from './site/run-site.ts'

/** `npm start`, once everything is installed. `--built <folder>` serves an earlier build. */

const { built } = parseArgs({ options: { built: { type: 'string' } } }).values

await runSite({
  async prepare(address) {
    // Fails before the build where the port is in use.
    await (await listen(() => undefined, address)).close()
    if (!built) await buildSite()
  },
  start: (address) =>
    startSite({
      dist: built ?? 'dist',
      netlifyToml: 'netlify.toml',
      scheduleSeconds: housekeepingSeconds(),
      ...address,
    }),
})
