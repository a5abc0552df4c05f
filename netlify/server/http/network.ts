import { isIPv6 } from 'node:net'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a host, as a URL has it, is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/**
 * Whose address this is, as far as floods are counted: an IPv4 address itself, and of an IPv6 address
 * its /64, since one house has all of it (RFC 6177). Anything else stands for itself.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(bare)) return bare
  // A URL writes it the short way that RFC 5952 asks for, its last 32 bits in hexadecimal too.
  const [, short = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${bare}]`).hostname) ?? []
  const [head = '', tail] = short.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
