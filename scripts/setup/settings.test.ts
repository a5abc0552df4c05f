import { expect, test, vi } from 'vitest'
import { housekeepingSeconds, portSetting, setting, withoutSettings } from './settings.ts'

test('an empty setting counts as not set', () => {
  vi.stubEnv('HOST', '')
  expect(setting('HOST')).toBeUndefined()
  vi.stubEnv('HOST', '0.0.0.0')
  expect(setting('HOST')).toBe('0.0.0.0')
})

test.each([
  ['', 4321],
  ['0', 0],
  ['8080', 8080],
  ['65535', 65535],
])('PORT "%s" means %i', (typed, port) => {
  vi.stubEnv('PORT', typed)
  expect(portSetting()).toBe(port)
})

test.each(['65536', '-1', '80a', '0x50', '1e3', ' '])('PORT "%s" is refused', (typed) => {
  vi.stubEnv('PORT', typed)
  expect(portSetting).toThrow(`PORT is "${typed}", but a port is a number from 0 to 65535.`)
})

test.each([
  ['', 300],
  ['1', 1],
  ['86400', 86_400],
])('HOUSEKEEPING_SECONDS "%s" means %i', (typed, seconds) => {
  vi.stubEnv('HOUSEKEEPING_SECONDS', typed)
  expect(housekeepingSeconds()).toBe(seconds)
})

test.each(['0', '-5', '86401', 'often'])('HOUSEKEEPING_SECONDS "%s" is refused', (typed) => {
  vi.stubEnv('HOUSEKEEPING_SECONDS', typed)
  expect(housekeepingSeconds).toThrow(`HOUSEKEEPING_SECONDS is "${typed}", but`)
})

test('every setting of .env.example can be cleared', () => {
  const cleared = withoutSettings()
  expect(Object.keys(cleared)).toContain('ADMIN_PASSWORD_HASH')
  expect(Object.keys(cleared)).toContain('NETLIFY_BLOBS_CONTEXT')
  expect(new Set(Object.values(cleared))).toEqual(new Set(['']))
})
