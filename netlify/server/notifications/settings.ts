import type { Channel } from '#api/admin-contract.ts'
import { email } from '#forms/answer.ts'
import { judge } from '#forms/judging/judge.ts'
import { isLoopback, isPrivateUrl } from '#server/http/network.ts'

export const CHANNELS: readonly Channel[] = ['mail', 'webhook']

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS, which only a server on this machine may lack. */
  isSecure: boolean
  isLoopback: boolean
  login: { user: string; pass: string } | undefined
}

/** Without `from`, mail comes from the studio's own address. */
export type MailSettings = {
  to: readonly string[]
  from: string | undefined
  via: { server: SmtpServer } | { folder: string }
}
export type WebhookSettings = { url: string; secret: string }

export type NotifySettings = {
  /** Channels with at least one setting, right or wrong. */
  wanted: readonly Channel[]
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  /** Sentences that begin with the name of a setting, never with its value. */
  wrong: Readonly<Record<Channel, readonly string[]>>
}

/** Timeouts of a try; tests shorten them. */
export const limits = {
  /** The admin waits for a test mail, and every answer has 8.5 s. */
  mailMs: 6_500,
  webhookMs: 3_000,
}

/** 24 to 64 bytes in base64. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const RECEIPTS_AN_HOUR = 60

/** An empty setting, as in .env.example, counts as not set. */
const setting = (name: string) => process.env[name] || undefined

export function notifySettings(): NotifySettings {
  const [mail, webhook] = [mailSettings(), webhookSettings()]
  return {
    wanted: CHANNELS.filter((one) => (one === 'mail' ? mail : webhook) !== null),
    mail: mail?.is,
    webhook: webhook?.is,
    wrong: { mail: mail?.wrong ?? [], webhook: webhook?.wrong ?? [] },
  }
}

type Read<T> = { is?: T; wrong: string[] } | null

function mailSettings(): Read<MailSettings> {
  const [to, url, folder] = ['NOTIFY_TO', 'SMTP_URL', 'OUTBOX_DIR'].map(setting)
  if (to === undefined && url === undefined && folder === undefined) return null
  const addresses = (to ?? '').split(',').map((one) => one.trim())
  const from = setting('NOTIFY_FROM')
  const server = smtpServer(url ?? '')
  const via = server ? { server } : folder !== undefined && url === undefined && { folder }
  const wrong = [
    addresses.every(isAddress) ||
      'NOTIFY_TO: write one or more email addresses, separated by commas.',
    from === undefined || isAddress(from) || 'NOTIFY_FROM: write one email address.',
    via !== false ||
      'SMTP_URL: write smtps://user:password@host:465, or smtp://user:password@host:587.',
  ].filter((one) => one !== true)
  return wrong.length > 0 || !via ? { wrong } : { is: { to: addresses, from, via }, wrong }
}

function webhookSettings(): Read<WebhookSettings> {
  const [url, secret] = ['NOTIFY_WEBHOOK_URL', 'NOTIFY_WEBHOOK_SECRET'].map(setting)
  if (url === undefined && secret === undefined) return null
  const wrong = [
    isPrivateUrl(url ?? '') ||
      'NOTIFY_WEBHOOK_URL: write an address that begins with https://, without a password.',
    WEBHOOK_SECRET.test(secret ?? '') ||
      'NOTIFY_WEBHOOK_SECRET: write whsec_ and 24 to 64 random bytes in base64.',
  ].filter((one) => one !== true)
  return wrong.length > 0 || !url || !secret ? { wrong } : { is: { url, secret }, wrong }
}

/** Receipts an hour, all senders together. */
export function receiptLimit(): number {
  const most = Number(setting('RECEIPT_LIMIT') ?? RECEIPTS_AN_HOUR)
  return most >= 0 ? most : RECEIPTS_AN_HOUR
}

/** HEARTBEAT_URL: a monitor that complains if nobody asks it for a day. */
export function heartbeatSetting(): Read<string> {
  const url = setting('HEARTBEAT_URL')
  if (url === undefined) return null
  if (isPrivateUrl(url)) return { is: url, wrong: [] }
  return {
    wrong: ['HEARTBEAT_URL: write an address that begins with https://, without a password.'],
  }
}

const isAddress = (text: string) => 'answer' in judge(email(''), text)

/** The ports for sending (RFC 8314, RFC 6409). */
const PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }

/** The server of an SMTP URL; undefined if it is none. Other parts of the URL are refused. */
function smtpServer(text: string): SmtpServer | undefined {
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

/** Returns a part that is not encoded as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
