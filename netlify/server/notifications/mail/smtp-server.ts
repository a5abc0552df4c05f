import { isLoopback } from '#server/http/network.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS, which only a server on this machine may lack. */
  isSecure: boolean
  isLoopback: boolean
  login: { user: string; pass: string } | undefined
}

/** The ports for sending (RFC 8314, RFC 6409). */
const PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }

/** The server of an SMTP URL; undefined if it is none. Other parts of the URL are refused. */
export function smtpServer(text: string): SmtpServer | undefined {
  // URL checks a host for http only.
  const [, scheme = '', rest = ''] = /^(smtps?:)\/\/(.+)$/.exec(text) ?? []
  const usual = PORTS[scheme]
  const url = usual && URL.parse(`http://${rest}`)
  if (!url || url.pathname !== '/' || url.search || url.hash) return undefined
  const { hostname, username, password } = url
  if (Boolean(username) !== Boolean(password)) return undefined
  const port = /:(\d+)\/?$/.exec(rest)?.[1]
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === undefined ? usual : Number(port),
    isSecure: scheme === 'smtps:',
    isLoopback: isLoopback(hostname),
    login: username ? { user: decoded(username), pass: decoded(password) } : undefined,
  }
}

/** A part that is not encoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
