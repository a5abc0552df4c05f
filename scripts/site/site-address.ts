import { Stop } from './command.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an address is this machine's. */
export const isThisMachine = (site: string): boolean => LOOPBACK.test(new URL(site).hostname)

/** The site that a command was given, as an origin. It gets a password, so it must be https or local. */
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
