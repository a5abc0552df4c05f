import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { failure, sendResponse } from './functions/send.ts'
import { ALL_ADDRESSES, LOOPBACK, urlHost } from './site-address.ts'

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
