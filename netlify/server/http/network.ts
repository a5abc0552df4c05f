import { isIPv6 } from 'node:net'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a URL's host is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** Whether nobody on the way reads what is sent there: https without a password, or this machine. */
export function isPrivateUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** For counting floods: an IPv4 address, or the /64 of an IPv6 one, a household's (RFC 6177). */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(bare)) return bare
  // A URL shortens it as in RFC 5952, with its last 32 bits in hexadecimal too.
  const [, short = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${bare}]`).hostname) ?? []
  const [head = '', tail] = short.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
