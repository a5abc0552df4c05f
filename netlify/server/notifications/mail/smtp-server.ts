import { isLoopback } from '#server/http/network.ts'

/** A mail server, and who sends through it. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else it is begun on the way, and nothing is sent without it. */
  isSecure: boolean
  /** A server on this machine needs no TLS. */
  isLoopback: boolean
  login: { user: string; pass: string } | undefined
}

/** The ports for sending (RFC 8314, RFC 6409). */
const PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }

/** The server that such a URL names; undefined where it is none. Nothing but these parts has a say. */
export function smtpServer(text: string): SmtpServer | undefined {
  // Of another scheme than http a URL takes any host, and hardly looks at it.
  const [, scheme = '', rest = ''] = /^(smtps?:)\/\/(.+)$/.exec(text) ?? []
  const usual = PORTS[scheme]
  const url = usual && URL.parse(`http://${rest}`)
  if (!url || url.pathname !== '/' || url.search || url.hash) return undefined
  if (Boolean(url.username) !== Boolean(url.password)) return undefined
  const port = /:(\d+)\/?$/.exec(rest)?.[1]
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: port === undefined ? usual : Number(port),
    isSecure: scheme === 'smtps:',
    isLoopback: isLoopback(url.hostname),
    login: url.username ? { user: decoded(url.username), pass: decoded(url.password) } : undefined,
  }
}

/** A part that was not encoded stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
