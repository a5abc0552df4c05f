import { join, resolve } from 'node:path'
import { dev } from 'astro'
import { siteAddress } from '#local/site-address.ts'
import { viteFunctions } from '#local/functions/vite-functions.ts'
import { runSite } from './site/run-site.ts'

/** `npm run dev`, once everything is installed: pages and functions as they are being written. */

await runSite({
  // Vite runs the functions as modules of its own.
  storePort: 0,
  async start({ port, host }, dataDir) {
    const ownListeners = process.listeners('SIGTERM')
    const server = await dev({
      server: { port, host: host ?? false },
      vite: {
        plugins: [viteFunctions()],
        // What is sent is no change of a source.
        server: { watch: { ignored: [join(resolve(dataDir), '**')] } },
      },
    })
    // Vite's own would end the process once its server is closed, and before the store is.
    const added = process.listeners('SIGTERM').filter((one) => !ownListeners.includes(one))
    for (const listener of added) process.off('SIGTERM', listener)
    return { ...siteAddress({ port: server.address.port, host }), close: () => server.stop() }
  },
})
