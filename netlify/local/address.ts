import type { IncomingMessage } from 'node:http'

/** The URL a visitor asked for, or undefined where the request line or the Host header is nonsense. */
export function readAddress({ url = '', headers }: IncomingMessage): URL | undefined {
  // Joined as text, because resolving "//other.example/" against a base would change the host.
  if (!url.startsWith('/')) return undefined
  const address = URL.parse(`http://${headers.host ?? 'localhost'}${url}`)
  if (!address || address.username || address.password) return undefined
  return address
}

/** The address of whoever is connected. X-Forwarded-For is the sender's word and counts for nothing. */
export const clientAddress = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
