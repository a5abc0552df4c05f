import { networkInterfaces } from 'node:os'
import type { Door } from './listen.ts'

/** Addresses of the site, for whoever reads the console. */
export type SiteAddress = {
  /** Where the site is; on another device too, if other devices can reach it at all. */
  url: string
  /**
   * Where browsers do all that they do over HTTPS: keep a sign-in, and solve the bot check. Over
   * plain HTTP that is this machine itself, and only where it listens to itself.
   */
  trustedUrl: string | undefined
}

/** Listening here is listening on every address that the machine has. */
export const EVERYWHERE = ['0.0.0.0', '::']
export const ITSELF = /^(localhost|127(\.\d+){3}|::1)$/

/** A host as a URL has it. */
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
