import { isIPv6 } from 'node:net'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** Whether nobody in between can read it: https without a password, or this machine. */
export function isPrivateUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

type PostFault = { words: string; code: string }

/** Posts to another server; returns what went wrong, in words that follow its name, or undefined. */
export async function post(
  url: string,
  limitMs: number,
  init: RequestInit = {},
): Promise<PostFault | undefined> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    const options = { ...init, method: 'POST', redirect: 'manual', signal: limit } as const
    const response = await fetch(url, options)
    void response.body?.cancel().catch(() => undefined)
    return response.ok ? undefined : { words: `answered ${response.status}.`, code: '' }
  } catch (error) {
    if (limit.aborted) return { words: 'gave no answer in time.', code: '' }
    // The code alone, such as "ECONNREFUSED": a message may hold an address.
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    return { words: `could not be reached${code && ` (${code})`}.`, code }
  }
}

/** Whether the other side's certificate ended a connection, by Node's and OpenSSL's codes. */
export const isCertificateFault = (code: unknown): code is string =>
  typeof code === 'string' && !isHandshakeFault(code) && /CERT|SIGNATURE|^INVALID_/.test(code)

/** Whether TLS could not begin, as on a wrong port. */
export const isHandshakeFault = (code: unknown): code is string =>
  typeof code === 'string' && /^(EPROTO$|ERR_SSL_)/.test(code)

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
