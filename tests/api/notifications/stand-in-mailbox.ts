import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** The behaviours of the mail server. */
export const MAIL_WEATHER = [
  'up',
  'down',
  'hanging',
  'busy',
  'refusing',
  'slow',
  'cut short',
  'answer lost',
] as const
export type MailWeather = (typeof MAIL_WEATHER)[number]

const IN_THE_OPEN: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }

export type Received = ParsedMail & {
  raw: string
  recipients: string[]
  isEncrypted: boolean
  /** The sender in the envelope. */
  bouncesTo: string
}

/** TLS from the first byte on, or after STARTTLS. */
type Encryption = Required<Pick<SMTPServerOptions, 'secure' | 'key' | 'cert'>>

/** A real mail server with a chosen behaviour, over TLS if it has a certificate. */
export class Mailbox {
  weather: MailWeather = 'up'
  /** Mails to the studio, and those to senders. */
  readonly received: Received[] = []
  readonly receipts: Received[] = []
  /** All Message-IDs, in the order in which the mails came. */
  readonly order: string[] = []
  /** Whether an address is refused for good, whatever the weather. */
  refuses: (address: string) => boolean = () => false
  /** Whether an address is refused for now. */
  greylists: (address: string) => boolean = () => false
  readonly #sockets = new Set<Socket>()
  #door: Server | undefined
  #port = 0
  readonly #encryption: Encryption | undefined
  readonly #smtp: SMTPServer

  readonly #options: SMTPServerOptions = {
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(failure(535)),
    onRcptTo: ({ address }, _, done) => {
      if (this.weather === 'busy' || this.greylists(address)) done(failure(451))
      else if (this.weather === 'refusing' || this.refuses(address)) done(failure(550))
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        if (this.weather === 'cut short') return this.hangUp()
        void simpleParser(raw).then((mail) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          const isEncrypted = session.secure
          const mails =
            mail.headers.get('auto-submitted') === 'auto-replied' ? 'receipts' : 'received'
          this.order.push(mail.messageId ?? '')
          const { mailFrom } = session.envelope
          const bouncesTo = mailFrom ? mailFrom.address : ''
          this[mails].push({
            ...mail,
            raw: raw.toString('latin1'),
            recipients,
            isEncrypted,
            bouncesTo,
          })
          if (this.weather === 'answer lost') this.hangUp()
          else if (this.weather === 'slow') setTimeout(done, 150)
          else done()
        })
      })
    },
  }

  constructor(encryption?: Encryption) {
    this.#encryption = encryption
    this.#smtp = new SMTPServer({ ...this.#options, ...(encryption ?? IN_THE_OPEN) })
  }

  async open(): Promise<this> {
    this.#smtp.on('error', () => undefined)
    // This server in front of it can refuse a connection or keep it silent.
    this.#door = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      if (this.weather === 'hanging') return
      if (this.weather === 'down') socket.destroy()
      else this.#smtp.server.emit('connection', socket)
    })
    this.#door.listen(0, '127.0.0.1')
    await once(this.#door, 'listening')
    this.#port = (this.#door.address() as AddressInfo).port
    return this
  }

  url = (login = '', host = '127.0.0.1') =>
    `${this.#encryption?.secure ? 'smtps' : 'smtp'}://${login}${host}:${this.#port}`

  async close(): Promise<void> {
    this.hangUp()
    this.#door?.close()
    await new Promise<void>((resolve) => this.#smtp.close(resolve))
  }

  /** Ends every connection, also one that hangs. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }
}

const failure = (responseCode: number) =>
  Object.assign(new Error('No, ada@example.com.'), { responseCode })
