import { networkInterfaces } from 'node:os'
import type { ListenOptions } from './listen.ts'

/** The addresses that the console prints. */
export type SiteAddress = {
  /** Other devices can open it too, if they can reach the site. */
  url: string
  /**
   * A loopback address, if the site listens on one. Browsers treat it like HTTPS, which the sign-in
   * and the bot check need.
   */
  trustedUrl: string | undefined
}

/** Hosts that mean every address of the machine. */
export const ALL_ADDRESSES = ['0.0.0.0', '::']
export const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/** A host as a URL writes it: an IPv6 address in brackets. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

export function siteAddress({ port, host = 'localhost' }: ListenOptions): SiteAddress {
  const at = (name: string) => `http://${urlHost(name)}:${port}`
  if (LOOPBACK.test(host)) return { url: at(host), trustedUrl: at(host) }
  if (!ALL_ADDRESSES.includes(host)) return { url: at(host), trustedUrl: undefined }
  return { url: at(outsideAddress() ?? 'localhost'), trustedUrl: at('localhost') }
}

/** The machine's IPv4 address in its network. */
const outsideAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
