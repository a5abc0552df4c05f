import { createServer } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

async function door(host?: string) {
  const opened = await listen((_, response) => response.end('here'), { port: 0, host })
  onTestFinished(opened.close)
  return opened
}

const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
/** Not every machine speaks IPv6. */
const loopback = [
  '127.0.0.1',
  ...addresses.map(({ address }) => address).filter((a) => a === '::1'),
]

test('the server answers on every loopback address at one port', async () => {
  const { port } = await door()
  for (const address of loopback) {
    const host = address.includes(':') ? `[${address}]` : address
    const answer = await fetch(`http://${host}:${port}`)
    expect(await answer.text()).toBe('here')
  }
})

test.runIf(outside)('other machines can connect only if HOST allows it', async () => {
  const { port } = await door()
  const socket = connect(port, outside)
  const [error] = (await once(socket, 'error')) as unknown[]
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })

  const open = await door('0.0.0.0')
  const answer = await fetch(`http://${outside ?? ''}:${open.port}`)
  expect(await answer.text()).toBe('here')
})

test.each(loopback)('a port in use on %s gives a one-sentence error', async (host) => {
  const other = createServer().listen(0, host)
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(listen(() => undefined, { port })).rejects.toThrow(
    `Port ${port} is in use: stop what runs there, or set PORT to another one.`,
  )
})

test.runIf(loopback.includes('::1'))(
  'a server that cannot listen leaves no open port',
  async () => {
    const other = createServer().listen(0, '::1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(listen(() => undefined, { port })).rejects.toThrow()
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  },
)
