import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** The behaviours of the receiver. */
export const WEBHOOK_WEATHER = [
  'up',
  'down',
  'hanging',
  'refusing',
  'broken',
  'slow',
  'elsewhere',
  'answer lost',
] as const
export type WebhookWeather = (typeof WEBHOOK_WEATHER)[number]

const STATUS: Partial<Record<WebhookWeather, number>> = {
  refusing: 410,
  broken: 500,
  elsewhere: 307,
}

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

type Event = {
  type: string
  timestamp: string
  data: { id: string; answers: Record<string, unknown> } & Record<string, unknown>
}

/** A real webhook receiver with a chosen behaviour, over HTTPS if it has a certificate. */
export class Receiver {
  weather: WebhookWeather = 'up'
  /** The events with a valid signature. */
  readonly received: { id: string; body: string; event: Event }[] = []
  /** The number of all requests. */
  knocks = 0
  #open = 0
  mostAtOnce = 0
  readonly #isSecure: boolean
  readonly #server

  constructor(certificate?: { key: string; cert: string }) {
    this.#isSecure = certificate !== undefined
    const listen = (request: IncomingMessage, response: ServerResponse) => {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#open)
      response.on('close', () => this.#open--)
      // The verification throws if the signature is wrong or too old.
      this.#answer(request, response).catch(() => response.writeHead(401).end())
    }
    this.#server = certificate ? createSecureServer(certificate, listen) : createServer(listen)
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `${this.#isSecure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hook`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.knocks++
    if (this.weather === 'down') return void request.destroy()
    const body = await text(request).catch(() => '')
    if (this.weather === 'hanging') return
    const status = STATUS[this.weather]
    if (status) {
      response.writeHead(status, { location: '/elsewhere' }).end('No, ada@example.com.')
      return
    }
    const headers = request.headers as Record<string, string>
    const event = new Webhook(secret).verify(body, headers) as Event
    this.received.push({ id: headers['webhook-id'] ?? '', body, event })
    if (this.weather === 'answer lost') return void request.destroy()
    if (this.weather === 'slow') await new Promise((resolve) => setTimeout(resolve, 150))
    response.writeHead(204).end()
  }
}
