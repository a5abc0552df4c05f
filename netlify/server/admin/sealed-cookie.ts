import { getIronSession } from 'iron-session'
import { adminConfig } from './admin-config.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * What a cookie of this name holds, sealed with the admin's secrets, for `seconds`; `save` and
 * `destroy` write it into the response.
 */
export function sealedCookie<Facts extends object>(
  [request, response]: readonly [Request, Response],
  name: string,
  seconds: number,
) {
  const { protocol, hostname } = new URL(request.url)
  // A browser takes a __Host- cookie over HTTPS only; on one's own machine there is none.
  const isLocal = protocol === 'http:' && LOOPBACK.includes(hostname)
  return getIronSession<Partial<Facts>>(request, response, {
    cookieName: isLocal ? name : `__Host-${name}`,
    password: adminConfig().secrets,
    ttl: seconds,
    cookieOptions: { httpOnly: true, secure: !isLocal, sameSite: 'strict', path: '/' },
  })
}
