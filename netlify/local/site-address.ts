import { networkInterfaces } from 'node:os'
import type { Door } from './listen.ts'

/** The site's addresses, as the console prints them. */
export type SiteAddress = {
  /** The address to open, also on another device if devices can reach the site. */
  url: string
  /**
   * The address that browsers treat like HTTPS, so that the sign-in and the bot check work: this
   * machine's own, where the site listens there.
   */
  trustedUrl: string | undefined
}

/** Hosts that mean every address of the machine. */
export const EVERYWHERE = ['0.0.0.0', '::']
export const ITSELF = /^(localhost|127(\.\d+){3}|::1)$/

/** A host as a URL writes it. */
export const named = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** What to open in a browser for a site that listens on this port and host. */
export function siteAddress({ port, host = 'localhost' }: Door): SiteAddress {
  const at = (name: string) => `http://${named(name)}:${port}`
  if (ITSELF.test(host)) return { url: at(host), trustedUrl: at(host) }
  if (!EVERYWHERE.includes(host)) return { url: at(host), trustedUrl: undefined }
  return { url: at(outsideAddress() ?? 'localhost'), trustedUrl: at('localhost') }
}

/** The machine's address in its network, if it is in one. */
const outsideAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
