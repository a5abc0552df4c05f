import { isIP } from 'node:net'
import type { ServerResponse } from 'node:http'
import { failure } from './functions/failure.ts'
import { sendResponse } from './functions/send.ts'
import { EVERYWHERE, ITSELF, named } from './site-address.ts'

const OTHER_NAME = 'This site has another name.'

/**
 * Answers 421 where a site that listens on `host` is asked by a name that is not its own; false where
 * it is. A page of the internet can let its name lead to this machine (DNS rebinding), and would pass
 * for one of ours.
 */
export function refusesName(url: URL, host: string | undefined, outgoing: ServerResponse): boolean {
  if (isOwnName(url.hostname, host)) return false
  const isApi = /^\/api(\/|$)/.test(url.pathname)
  const answer = isApi ? failure(421, OTHER_NAME) : new Response(`${OTHER_NAME}\n`, { status: 421 })
  void sendResponse(answer, outgoing)
  return true
}

function isOwnName(name: string, host = 'localhost'): boolean {
  const own = [process.env['URL'] ?? '', `http://${named(host)}`]
  const bare = name.replace(/^\[|\]$/g, '')
  if (ITSELF.test(bare) || own.some((one) => URL.parse(one)?.hostname === name)) return true
  // Rebinding takes a name of the DNS, which is neither an address nor a name of the own network.
  return EVERYWHERE.includes(host) && (isIP(bare) !== 0 || name.endsWith('.local'))
}
