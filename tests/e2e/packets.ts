import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What fits into one packet. */
const BYTES = 1_400
const GAP_MS = 10

/** Every page meets its fonts after the first paint, as the first visit to a site does. */
const FONT_MS = 150

/**
 * Serves a site as a slow network does: a page arrives in packets, and the browser paints between
 * them. Returns the address.
 */
export async function inPackets(site: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(new URL(request.url ?? '/', site), {
        headers: { 'accept-encoding': 'identity' },
      })
      const body = Buffer.from(await answer.arrayBuffer())
      const isPage = answer.headers.get('content-type')?.startsWith('text/html')
      const bytes = isPage ? BYTES : body.length || 1
      const headers = new Headers(answer.headers)
      if (new URL(answer.url).pathname.endsWith('.woff2')) {
        headers.set('cache-control', 'no-store')
        await setTimeout(FONT_MS)
      }
      response.writeHead(answer.status, [...headers.entries()].flat())
      for (let sent = 0; sent < body.length; sent += bytes) {
        response.write(body.subarray(sent, sent + bytes))
        await setTimeout(GAP_MS)
      }
      response.end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
