import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']
/** Longer than clients keep a connection, so none closes while a client reuses it. */
const KEEP_ALIVE_MS = 65_000
/** A page aborts an upload after 60 s. This also limits slow senders. */
const REQUEST_MS = 70_000
const HEAD_MS = 15_000
/** TCP retries a connection beyond this backlog only after a second. */
const MOST_WAITING = 4_096
/** Open requests are cut off after this time when the site closes. */
const CLOSING_MS = 10_000

class PortInUse extends Error {
  override name = 'PortInUse'

  constructor(port: number) {
    super(`Port ${port} is in use: stop what runs there, or set PORT to another one.`)
  }
}

type Listening = { port: number; close: () => Promise<void> }
export type ListenOptions = {
  port: number
  /** Without it only this machine can connect. */
  host?: string | undefined
  /** Time to receive a whole request. */
  requestMs?: number | undefined
}

export async function listen(
  answer: RequestListener,
  { port, host, requestMs = REQUEST_MS }: ListenOptions,
): Promise<Listening> {
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
      // With port 0 the second address takes the port that the first one got.
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

/** Returns false if the machine lacks the address, such as IPv6. */
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

/** Closes after open requests are answered. */
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

export type Header = [name: string, value: string]

/**
 * Removes the headers for HTTPS. The local server speaks plain HTTP, and these headers make a
 * browser load https:// addresses (WebKit even on http://localhost).
 */
export const withoutHttps = (headers: Header[]): Header[] =>
  headers
    .filter(([name]) => name.toLowerCase() !== 'strict-transport-security')
    .map(([name, value]) => [name, isPolicy(name) ? withoutUpgrade(value) : value])

const isPolicy = (name: string) => name.toLowerCase() === 'content-security-policy'

const withoutUpgrade = (policy: string) =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== 'upgrade-insecure-requests')
    .join('; ')
