import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopback, networkOf } from './network.ts'

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.10.254', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['not-localhost', false],
  ['127.0.0', false],
  ['127.a.b.c', false],
  ['127.0.0.1.example', false],
  ['[::10]', false],
])('%s counts as this machine: %s', (hostname, isOurs) => {
  expect(isLoopback(hostname)).toBe(isOurs)
})

test('every spelling of an IPv4 address gives the same network', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('all addresses of a /64 share a network, and the next /64 has another', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16))
  const house = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(house, house, house, ([...net], [...one], [...other]) => {
      const addressed = (host: string[]) => [...net, ...host].join(':')
      expect(networkOf(addressed(one))).toBe(networkOf(addressed(other).toUpperCase()))
      const [a = '', b = '', c = '', d = '0'] = net
      const next = ((Number.parseInt(d, 16) + 1) % 0x10000).toString(16)
      expect(networkOf([a, b, c, next, ...one].join(':'))).not.toBe(networkOf(addressed(one)))
    }),
  )
})

test.each([
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['::ffff:203.100.113.77', '203.100.113.77'],
  ['::FFFF:10.20.30.40', '10.20.30.40'],
  // This IPv6 address only looks like a mapped IPv4 address.
  ['1::ffff:10.20.30.40', '1:0:0:0::/64'],
  ['::ffff:10.20.30.40x', '::ffff:10.20.30.40x'],
  ['203.0.113.7%eth0', '203.0.113.7'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['1:2::', '1:2:0:0::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['', ''],
  ['nonsense', 'nonsense'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
