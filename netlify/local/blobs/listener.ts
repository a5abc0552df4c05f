import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BlobHandler } from './handler.ts'

/** Where the store listens, and how it stops. */
export type Listener = Awaited<ReturnType<typeof listen>>

/** How long a request that is still on its way may take once the listener closes. */
const CLOSING_MS = 1_000

/** Opens the store to other processes of this machine, and to nobody else. */
export async function listen(port: number, handle: BlobHandler) {
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })

  async function reply(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    if (!url) return response.writeHead(400).end()
    const { status, headers, body } = await handle({
      method: request.method ?? 'GET',
      url,
      header: (name) => request.headers[name]?.toString(),
      body: () => buffer(request),
    })
    // A client keeps its connection open, and that would keep a closing server waiting.
    response.shouldKeepAlive &&= server.listening
    return response.writeHead(status, headers).end(body)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const cutOff = setTimeout(() => {
        server.closeAllConnections()
      }, CLOSING_MS)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(cutOff)
    },
  }
}
