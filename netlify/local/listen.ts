import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** This machine's own addresses; other machines can't reach them. */
const LOOPBACK = ['127.0.0.1', '::1']
/** Long, so that no connection closes just as a client reuses it. */
const KEEP_ALIVE_MS = 65_000
/** A page gives up an upload after 60 s. A slow sender keeps a connection no longer than this. */
const REQUEST_MS = 70_000
const HEAD_MS = 15_000
/** Connections that may wait to be accepted; TCP retries others after a second or more. */
const MOST_WAITING = 4_096
/** How long open requests may take once the site closes. */
const CLOSING_MS = 10_000

class PortInUse extends Error {
  override name = 'PortInUse'

  constructor(port: number) {
    super(`Port ${port} is in use: stop what runs there, or set PORT to another one.`)
  }
}

export type Listening = { port: number; close: () => Promise<void> }
/** Where to listen: this machine only, unless `host` says otherwise. */
export type Door = {
  port: number
  host?: string | undefined
  /** How long a request may take to come, in milliseconds. */
  requestMs?: number | undefined
}

/** Opens the port on this machine only, or where `host` says. */
export async function listen(answer: RequestListener, door: Door): Promise<Listening> {
  const { port, host, requestMs = REQUEST_MS } = door
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map(shut))
  }
  try {
    for (const address of host ? [host] : LOOPBACK) {
      const server = createServer(
        {
          keepAliveTimeout: KEEP_ALIVE_MS,
          headersTimeout: Math.min(HEAD_MS, requestMs),
          requestTimeout: requestMs,
          connectionsCheckingInterval: requestMs / 10,
        },
        answer,
      )
      // Port 0 takes any free one; the second address then takes the same.
      const opened = await open(server, address, servers[0] ? portOf(servers[0]) : port)
      if (opened) servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  const [first] = servers
  if (!first) throw new Error(`This machine has no address ${host ?? LOOPBACK.join(' or ')}.`)
  return { port: portOf(first), close }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** False where the machine lacks the address, such as IPv6. */
const open = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(false)
      else reject(code === 'EADDRINUSE' ? new PortInUse(port) : new Error(message))
    })
    server.listen({ port, host, backlog: MOST_WAITING }, () => {
      resolve(true)
    })
  })

/** Closes after the open requests are answered. */
async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const idle = setInterval(() => {
    server.closeIdleConnections()
  }, 50)
  const limit = setTimeout(() => {
    server.closeAllConnections()
  }, CLOSING_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
