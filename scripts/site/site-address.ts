import { isLoopback } from '#server/http/network.ts'
import { Stop } from './command.ts'

export const isThisMachine = (site: string): boolean => isLoopback(new URL(site).hostname)

/** The origin of a given site. It receives a password, so it must use https or be local. */
export function siteAddress(given: string): string {
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Stop(`"${given}" is no address. Write it as https://your.domain.`)
  }
  if (url.protocol === 'http:' && !isThisMachine(url.origin)) {
    throw new Stop('Write the address with https: a password must not travel in the open.')
  }
  if (url.username || url.password) throw new Stop('Leave name and password out of the address.')
  return url.origin
}
