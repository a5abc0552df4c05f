import type { RequestListener } from 'node:http'
import { resolve, sep } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { readAddress } from '../address.ts'
import { findRoute, loadFunctions } from './load.ts'
import { invoke } from './invoke.ts'

/** Lets Vite's dev server answer for the functions, from their current source. */
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

/** False where no function has this address. Vite loads a file again once it, or an import, changed. */
async function answer(
  server: ViteDevServer,
  folder: string,
  [incoming, outgoing]: Parameters<RequestListener>,
): Promise<boolean> {
  const url = readAddress(incoming)
  // A page in development asks for a hundred modules, and functions are below /api only.
  if (!url?.pathname.startsWith('/api/')) return false
  const routes = await loadFunctions(folder, (file) => server.ssrLoadModule(file))
  const match = findRoute(routes, incoming.method ?? 'GET', url)
  if (match) await invoke(match, { incoming, outgoing, url })
  return match !== undefined
}

/** Functions read content once, so a change of content reloads all their modules. */
function rereadContent({ config, environments, watcher }: ViteDevServer): void {
  const content = resolve(config.root, 'content') + sep
  watcher.on('all', (_, file) => {
    if (file.startsWith(content)) environments.ssr.moduleGraph.invalidateAll()
  })
}
