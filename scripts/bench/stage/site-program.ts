import { startSite } from '#local/server.ts'
import { openStore } from '../../site/open-store.ts'

/** Serves the built site and doesn't read .env. */
const close = await openStore(process.env['DATA_DIR'] ?? '.data')
const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
process.send?.({ url: site.url })
process.on('SIGTERM', () => {
  void site
    .close()
    .then(close)
    .finally(() => process.exit())
})
