import type { RequestListener } from 'node:http'
import { resolve, sep } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { readAddress } from '../address.ts'
import { findRoute, loadFunctions } from './load.ts'
import { invoke } from './invoke.ts'

/** Runs functions in Vite's dev server, from their current source. */
export const viteFunctions = (folder = 'netlify/functions'): Plugin => ({
  name: 'functions',
  configureServer(server) {
    rereadContent(server)
    server.middlewares.use((incoming, outgoing, next) => {
      answer(server, folder, [incoming, outgoing]).then((isAnswered) => {
        if (!isAnswered) next()
      }, next)
    })
  },
})

/** Returns false if no function has this address. Vite reloads a changed file. */
async function answer(
  server: ViteDevServer,
  folder: string,
  [incoming, outgoing]: Parameters<RequestListener>,
): Promise<boolean> {
  const url = readAddress(incoming)
  // All functions are below /api. A page loads a hundred modules, which must not load functions.
  if (!url?.pathname.startsWith('/api/')) return false
  const routes = await loadFunctions(folder, (file) => server.ssrLoadModule(file))
  const match = findRoute(routes, incoming.method ?? 'GET', url)
  if (match) await invoke(match, { incoming, outgoing, url })
  return match !== undefined
}

/** Functions read content when they load, so changed content reloads their modules. */
function rereadContent({ config, environments, watcher }: ViteDevServer): void {
  const content = resolve(config.root, 'content') + sep
  watcher.on('all', (_, file) => {
    if (file.startsWith(content)) environments.ssr.moduleGraph.invalidateAll()
  })
}
