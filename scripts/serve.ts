import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { listen } from '#local/listen.ts'
import { startSite } from '#local/server.ts'
import { buildFileOf, formPagesOf } from '#publication/build-file.ts'
import { buildSite } from './build.ts'
import { housekeepingSeconds } from './setup/settings.ts'
import { runSite } from './site/run-site.ts'

/** `npm start`, after the installation. `--built <folder>` serves an existing build. */

const { built } = parseArgs({ options: { built: { type: 'string' } } }).values
const dist = built ?? 'dist'
// The functions read both.
process.env['BUILD_FILE'] = buildFileOf(basename(dist))
process.env['FORM_PAGES'] = pathToFileURL(resolve(formPagesOf(basename(dist)))).href

await runSite({
  async prepare(address) {
    // Reports a port in use before the build starts.
    await (await listen(() => undefined, address)).close()
    if (!built) await buildSite()
  },
  start: (address) =>
    startSite({
      dist,
      netlifyToml: 'netlify.toml',
      scheduleSeconds: housekeepingSeconds(),
      ...address,
    }),
})
