import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Mischief = 'hides STARTTLS' | 'refuses STARTTLS'

/** Reads and changes unencrypted traffic between the site and its mail server. */
export class MiddleMan {
  /** The text that the site sent. */
  heard = ''
  readonly #sockets = new Set<Socket>()
  readonly #door

  constructor(mischief: Mischief, serverPort: number) {
    this.#door = createServer((site) => {
      const server = connect(serverPort, '127.0.0.1')
      for (const socket of [site, server]) {
        this.#sockets.add(socket.on('error', () => undefined))
        socket.on('close', () => {
          site.destroy()
          server.destroy()
        })
      }
      let isReadable = true
      server.on('data', (said) => {
        const words = said.toString('latin1')
        site.write(isReadable ? words.replace('STARTTLS', '8BITMIME') : said, 'latin1')
      })
      site.on('data', (said) => {
        const words = said.toString('latin1')
        this.heard += words
        if (words.startsWith('STARTTLS')) {
          if (mischief === 'refuses STARTTLS') return void site.write('502 No such command\r\n')
          isReadable = false
        }
        server.write(said)
      })
    })
  }

  async open(): Promise<number> {
    this.#door.listen(0, '127.0.0.1')
    await once(this.#door, 'listening')
    return (this.#door.address() as AddressInfo).port
  }

  close() {
    for (const socket of this.#sockets) socket.destroy()
    this.#door.close()
  }
}
