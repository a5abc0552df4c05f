import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { siteAddress } from './address.ts'

test.each([
  [undefined, 'http://localhost:4321'],
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['::1', 'http://[::1]:4321'],
])('a site on %s opens at one address, which browsers trust', (host, url) => {
  expect(siteAddress({ port: 4321, host })).toEqual({ url, trustedUrl: url })
})

test.each(['0.0.0.0', '::'])('a site on %s has an address for other devices', (host) => {
  const { url, trustedUrl } = siteAddress({ port: 4321, host })
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const outside = addresses.filter(({ internal }) => !internal).map(({ address }) => address)
  // The machine may have no network.
  expect([...outside, 'localhost']).toContain(new URL(url).hostname)
  expect(trustedUrl).toBe('http://localhost:4321')
})

test('browsers trust only loopback addresses over plain HTTP', () => {
  expect(siteAddress({ port: 80, host: '192.0.2.7' })).toEqual({
    url: 'http://192.0.2.7:80',
    trustedUrl: undefined,
  })
})
