import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { failure, sendResponse } from './functions/send.ts'
import type { ListenOptions } from './listen.ts'

/** Hosts that mean every address of the machine. */
const ALL_ADDRESSES = ['0.0.0.0', '::']
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/** A host as a URL writes it: an IPv6 address in brackets. */
const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The requested URL, or undefined where the request line or the Host header is malformed. */
export function readAddress({ url = '', headers }: IncomingMessage): URL | undefined {
  // Joined as text, because resolving "//other.example/" against a base would change the host.
  if (!url.startsWith('/')) return undefined
  const address = URL.parse(`http://${headers.host ?? 'localhost'}${url}`)
  if (!address || address.username || address.password) return undefined
  return address
}

/** The address of the connected client. X-Forwarded-For is not trusted. */
export const clientAddress = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

const OTHER_NAME = 'This site has another name.'

/**
 * Answers 421 to a request for another name than this site's; returns false for its own. With DNS
 * rebinding a foreign page points its own name at this machine and would pass for one of ours.
 */
export function refusesName(url: URL, host: string | undefined, outgoing: ServerResponse): boolean {
  if (isOwnName(url.hostname, host)) return false
  const isApi = /^\/api(\/|$)/.test(url.pathname)
  const answer = isApi ? failure(421, OTHER_NAME) : new Response(`${OTHER_NAME}\n`, { status: 421 })
  void sendResponse(answer, outgoing)
  return true
}

function isOwnName(name: string, host = 'localhost'): boolean {
  const own = [process.env['URL'] ?? '', `http://${urlHost(host)}`]
  const bare = name.replace(/^\[|\]$/g, '')
  if (LOOPBACK.test(bare) || own.some((one) => URL.parse(one)?.hostname === name)) return true
  // DNS rebinding can't use an IP address or a .local name.
  return ALL_ADDRESSES.includes(host) && (isIP(bare) !== 0 || name.endsWith('.local'))
}

/** The addresses that the console prints. */
export type SiteAddress = {
  /** Other devices can open it too, if they can reach the site. */
  url: string
  /**
   * A loopback address, if there is one. Browsers trust it like HTTPS; forms and sign-in need that.
   */
  trustedUrl: string | undefined
}

export function siteAddress({ port, host = 'localhost' }: ListenOptions): SiteAddress {
  const at = (name: string) => `http://${urlHost(name)}:${port}`
  if (LOOPBACK.test(host)) return { url: at(host), trustedUrl: at(host) }
  if (!ALL_ADDRESSES.includes(host)) return { url: at(host), trustedUrl: undefined }
  return { url: at(outsideAddress() ?? 'localhost'), trustedUrl: at('localhost') }
}

/** The machine's IPv4 address in its network. */
const outsideAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
