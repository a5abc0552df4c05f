import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { SendMailOptions, SMTPTransportOptions, Transporter } from 'nodemailer'
import { readStudio } from '#server/content/studio.ts'
import { isCertificateFault, isHandshakeFault } from '#server/http/network.ts'
import type { Outcome } from '../outbox/tries.ts'
import { limits, type MailSettings, type SmtpServer } from '../settings.ts'

/**
 * A mail to the studio, or a receipt to a sender. Its Message-ID comes from `id`, so that a second
 * delivery is recognised.
 */
export type Mail = {
  id: string
  subject: string
  text: string
  replyTo?: string
  /** The sender of a submission; then the studio gets the replies and the bounces. */
  receiptTo?: string
}

/**
 * Sends a mail to all addresses of the studio, or a receipt, or writes it into the folder. It throws
 * nothing.
 */
export async function sendMail(settings: MailSettings, mail: Mail): Promise<Outcome> {
  const { via } = settings
  const { name, email, host } = await readStudio()
  const { id, subject, text, receiptTo } = mail
  const isReceipt = receiptTo !== undefined
  const to = isReceipt ? [receiptTo] : settings.to
  const replyTo = isReceipt ? email : mail.replyTo
  const from = settings.from ?? email
  // An object counts as one address, whatever characters it has.
  const asIs = (address: string) => ({ name: '', address })
  const message = {
    from: { name, address: from },
    to: to.map(asIs),
    ...(replyTo !== undefined && { replyTo: asIs(replyTo) }),
    subject,
    text,
    messageId: `<${id}@${new URL(host).hostname}>`,
    // Prevents absence notes (RFC 3834).
    headers: { 'Auto-Submitted': isReceipt ? 'auto-replied' : 'auto-generated' },
    envelope: { from: isReceipt ? email : from, to: [...to] },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  try {
    if ('folder' in via) return await intoFolder(via.folder, id, message)
    return await throughServer(via.server, message)
  } catch (error) {
    if (isReceipt) return receiptFault(error)
    const { code, command } = (error ?? {}) as Coded
    const isRecipients = code === 'EENVELOPE' && command === 'RCPT TO'
    return { ok: false, why: whyOf(error), ...(isRecipients && { isRecipients }) }
  }
}

/** Loaded with the first mail, so that a function starts faster. */
const nodemailer = () => import('nodemailer')

/** Signs in to the server and sends nothing. It throws nothing. */
export async function tryServer({ via }: MailSettings): Promise<Outcome> {
  if ('folder' in via) return { ok: true }
  try {
    await withServer(via.server, (transport) => transport.verify())
    return { ok: true }
  } catch (error) {
    return { ok: false, why: whyOf(error) }
  }
}

type Sent = {
  accepted: unknown[]
  rejected: unknown[]
  rejectedErrors?: { responseCode?: number }[]
}

const throughServer = (server: SmtpServer, message: SendMailOptions): Promise<Outcome> =>
  withServer(server, async (transport) => {
    // The result's type depends on the transport, which TypeScript does not know.
    const sent = (await transport.sendMail(message)) as Sent
    const refused = sent.rejected.length
    if (refused === 0) return { ok: true }
    const all = sent.accepted.length + refused
    const isForNow = sent.rejectedErrors?.some(
      ({ responseCode = LASTING }) => responseCode < LASTING,
    )
    return {
      ok: true,
      note: `The mail server refused ${refused} of ${all} addresses in NOTIFY_TO.`,
      ...(isForNow && { isForNow }),
    }
  })

async function withServer<T>(
  server: SmtpServer,
  use: (transport: Transporter) => Promise<T>,
): Promise<T> {
  const { host, port, isSecure, isLoopback, login } = server
  const limit = AbortSignal.timeout(limits.mailMs)
  const { createTransport } = await nodemailer()
  let isHandedOver = false
  const options: SMTPTransportOptions = {
    host,
    port,
    secure: isSecure,
    // Name and password are never sent unencrypted.
    requireTLS: !isLoopback,
    ignoreTLS: isLoopback && !isSecure,
    ...(login && { auth: login }),
    // After this command a broken connection does not say whether the mail was taken.
    transactionLog: true,
    logger: { debug: (_: object, line: unknown) => (isHandedOver ||= line === 'DATA') },
    // The limit ends the connection in any phase.
    getSocket: (_: object, done: (error: Error | null, use?: { connection: Socket }) => void) => {
      const connection = connect({ host, port, signal: limit })
      connection.once('error', done).once('connect', () => {
        connection.off('error', done)
        done(null, { connection })
      })
    },
  }
  try {
    return await use(createTransport(options))
  } catch (error) {
    const thrown = limit.aborted ? Object.assign(new Error(), { code: 'ETIMEDOUT' }) : error
    throw Object.assign(thrown as Error, { isHandedOver })
  }
}

/** The file's name comes from the Message-ID, so a second delivery overwrites the first. */
async function intoFolder(folder: string, id: string, message: SendMailOptions): Promise<Outcome> {
  const { createTransport } = await nodemailer()
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: bytes } = await transport.sendMail(message)
  await mkdir(folder, { recursive: true })
  // Renamed at the end, so that no reader finds half a mail.
  const unfinished = join(folder, `.${randomUUID()}`)
  await writeFile(unfinished, bytes as Buffer, { mode: 0o600 })
  await rename(unfinished, join(folder, `${id}.eml`))
  return { ok: true }
}

/** By nodemailer's codes: its messages may quote a name or an address. */
const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refused the name or the password in SMTP_URL',
  ENOAUTH: 'The mail server refused the name or the password in SMTP_URL',
  EENVELOPE: 'The mail server refused the sender or all addresses in NOTIFY_TO',
  EMESSAGE: 'The mail server refused the mail',
  ETLS: 'The mail server offers no TLS',
  ETIMEDOUT: 'The mail server took too long',
  EDNS: 'The mail server’s name was not found',
  ENOTFOUND: 'The mail server’s name was not found',
  ECONNREFUSED: 'The mail server could not be reached',
  ECONNECTION: 'The mail server ended the connection',
  ESOCKET: 'The connection to the mail server broke off',
  ECONNRESET: 'The connection to the mail server broke off',
}

/** nodemailer replaces Node's code by its own. */
type Coded = { code?: unknown; command?: unknown; originalCode?: unknown; responseCode?: unknown }

/** A receipt that was refused for good, or that may have arrived, is not tried again. */
function receiptFault(error: unknown): Outcome {
  const { code, responseCode, isHandedOver } = (error ?? {}) as Coded & { isHandedOver?: boolean }
  const isAnswered = typeof responseCode === 'number'
  if (isHandedOver && !isAnswered) {
    const why = 'It may have arrived: the mail server took it and did not answer.'
    return { ok: false, why, isFinal: true }
  }
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isRefused || !isAnswered) return { ok: false, why: whyOf(error) }
  const why = `The mail server refused it (${responseCode}).`
  return { ok: false, why, ...(responseCode >= LASTING && { isFinal: true }) }
}

/** From here on a reply of a mail server holds for good (RFC 5321). */
const LASTING = 500

function whyOf(error: unknown): string {
  const { code, originalCode, responseCode } = (error ?? {}) as Coded
  if (isCertificateFault(originalCode)) {
    return `The mail server’s certificate can’t be trusted (${originalCode}).`
  }
  if (isHandshakeFault(originalCode)) {
    return `The mail server did not start TLS (${originalCode}). Use smtps:// with port 465, or smtp:// with port 587.`
  }
  const words = WORDS[String(code)] ?? 'The mail could not be sent'
  return `${words}${typeof responseCode === 'number' ? ` (${responseCode})` : ''}.`
}
