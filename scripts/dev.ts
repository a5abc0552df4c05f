import { join, resolve } from 'node:path'
import { dev } from 'astro'
import { buildFileOf } from '#publication/build-file.ts'
import { siteAddress } from '#local/address.ts'
import { viteFunctions } from '#local/functions/vite-functions.ts'
import { runSite } from './site/run-site.ts'

/** `npm run dev`, after the installation: pages and functions from their current source. */

// The functions read both; Vite loads the second from its source.
process.env['BUILD_FILE'] = buildFileOf('dev')
process.env['FORM_PAGES'] = '/src/islands/native/in-dev.ts'

await runSite({
  // Vite loads its own copies of the functions' modules, which reach the store by its port.
  storePort: 0,
  async start({ port, host }, dataDir) {
    const ownListeners = process.listeners('SIGTERM')
    const server = await dev({
      server: { port, host: host ?? false },
      vite: {
        plugins: [viteFunctions()],
        // A change of submissions must not reload pages.
        server: { watch: { ignored: [join(resolve(dataDir), '**')] } },
      },
    })
    // Vite's listener would end the process before the store is closed.
    const added = process.listeners('SIGTERM').filter((one) => !ownListeners.includes(one))
    for (const listener of added) process.off('SIGTERM', listener)
    return { ...siteAddress({ port: server.address.port, host }), close: () => server.stop() }
  },
})
