import { beforeEach, expect, test, vi } from 'vitest'
import { heartbeatSetting, notifySettings } from './settings.ts'

const NAMES = [
  'NOTIFY_TO',
  'NOTIFY_FROM',
  'SMTP_URL',
  'OUTBOX_DIR',
  'NOTIFY_WEBHOOK_URL',
  'NOTIFY_WEBHOOK_SECRET',
]
beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, '')
})

const set = (settings: Record<string, string>) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return notifySettings()
}

const SMTP = { NOTIFY_TO: 'a@b.example', SMTP_URL: 'smtps://team:p%40ss@mail.example' }
const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`

test('without settings there is no channel and no error', () => {
  expect(set({})).toMatchObject({ wanted: [], wrong: { mail: [], webhook: [] } })
})

test.each([
  ['smtps://team:p%40ss@mail.example', 465, true, false, { user: 'team', pass: 'p@ss' }],
  ['smtp://mail.example', 587, false, false, undefined],
  ['smtp://mail.example:80', 80, false, false, undefined],
  ['smtp://127.0.0.1:2525', 2525, false, true, undefined],
  ['smtp://[::1]:2525', 2525, false, true, undefined],
])('%s is a mail server', (url, port, isSecure, isLoopback, login) => {
  const { mail, wrong } = set({ ...SMTP, SMTP_URL: url })
  expect(wrong.mail).toEqual([])
  expect(mail?.via).toMatchObject({ server: { port, isSecure, isLoopback, login } })
})

test.each([
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp:/team:secret@mail' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?rejectUnauthorized=false' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://secret@mail.example' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['NOTIFY_TO', { NOTIFY_TO: '' }],
  ['NOTIFY_TO', { NOTIFY_TO: 'a@b.example, secret' }],
  ['NOTIFY_TO', { NOTIFY_TO: 'a@b.example,' }],
  ['NOTIFY_FROM', { NOTIFY_FROM: 'secret\r\nBcc: x@y.example' }],
  [
    'NOTIFY_WEBHOOK_URL',
    { NOTIFY_WEBHOOK_URL: 'http://secret.example', NOTIFY_WEBHOOK_SECRET: SECRET },
  ],
  [
    'NOTIFY_WEBHOOK_URL',
    { NOTIFY_WEBHOOK_URL: 'https://a:secret@b.example', NOTIFY_WEBHOOK_SECRET: SECRET },
  ],
  ['NOTIFY_WEBHOOK_URL', { NOTIFY_WEBHOOK_SECRET: SECRET }],
  ['NOTIFY_WEBHOOK_SECRET', { NOTIFY_WEBHOOK_URL: 'https://b.example/x' }],
  [
    'NOTIFY_WEBHOOK_SECRET',
    { NOTIFY_WEBHOOK_URL: 'https://b.example', NOTIFY_WEBHOOK_SECRET: 'whsec_secret' },
  ],
])('%s is named if it is wrong, and its value is not shown: %j', (name, settings) => {
  const { wrong } = set({ ...SMTP, ...settings })
  const all = [...wrong.mail, ...wrong.webhook]
  expect(all.map((one) => one.split(':')[0])).toEqual([name])
  expect(all.join()).not.toContain('secret')
})

test('a webhook needs https, except on this machine', () => {
  for (const url of ['https://b.example/x?y=z', 'http://localhost:8080', 'http://127.0.0.1']) {
    const { webhook } = set({ NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: SECRET })
    expect(webhook).toEqual({ url, secret: SECRET })
  }
})

test('mails go to a folder if no server is set', () => {
  const { mail } = set({ NOTIFY_TO: 'a@b.example, c@d.example', OUTBOX_DIR: 'mails' })
  expect(mail).toMatchObject({ to: ['a@b.example', 'c@d.example'], via: { folder: 'mails' } })
  expect(set(SMTP).mail?.via).toHaveProperty('server')
})

test.each(['https://hc.example/ping/1', 'http://127.0.0.1:8000/ping', 'http://localhost/ping'])(
  '%s may be asked for the heartbeat',
  (url) => {
    vi.stubEnv('HEARTBEAT_URL', url)
    expect(heartbeatSetting()).toEqual({ is: url, wrong: [] })
  },
)

test.each(['hc.example/secret', 'http://hc.example/secret', 'https://a:secret@hc.example'])(
  'the heartbeat address %s is wrong, and its fault does not quote it',
  (url) => {
    vi.stubEnv('HEARTBEAT_URL', url)
    expect(heartbeatSetting()?.is).toBeUndefined()
    expect(heartbeatSetting()?.wrong.join()).toMatch(/^HEARTBEAT_URL: (?!.*secret)/)
  },
)

test('an empty heartbeat address is none', () => {
  vi.stubEnv('HEARTBEAT_URL', '')
  expect(heartbeatSetting()).toBeNull()
})
