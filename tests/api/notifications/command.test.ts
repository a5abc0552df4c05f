import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import { folder } from '../filled-store.ts'
import { admin, useStudio } from '../studio.ts'
import { typed } from '../typed-command.ts'
import { mailbox, receiver, setChannels, useChannels } from './telling.ts'
import { secret } from './stand-in-webhook.ts'

useStudio()
useChannels()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'public' })
})
afterAll(() => site.close())

// The command is another process and uses the real time, so the site must too.
beforeEach(() => {
  vi.mocked(Date.now).mockRestore()
})

const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

const run = (args: string[], env?: Record<string, string>) => typed('notify-test', args, env)

test('a deployed site sends a test through its channels', async () => {
  setChannels()
  expect(await run([site.url], login)).toEqual({
    code: 0,
    out: 'mail: sent.\nwebhook: sent.\n',
    err: '',
  })
  expect(mailbox.received).toMatchObject([
    { subject: 'Test notification', recipients: ['team@studio.test', 'lead@studio.test'] },
  ])
  expect(receiver.received).toMatchObject([{ event: { type: 'notifications.test' } }])
})

test('a failed test of a deployed site prints the reason and fails the command', async () => {
  mailbox.weather = 'refusing'
  receiver.weather = 'broken'
  expect(await run([site.url], login)).toEqual({
    code: 1,
    out: 'mail: The mail server refused the sender or all addresses in NOTIFY_TO (550).\nwebhook: The webhook answered 500.\n',
    err: '',
  })
})

test('a site without channels and a wrong password are reported', async () => {
  setChannels({ mail: false, webhook: false })
  expect(await run([site.url], login)).toMatchObject({
    code: 1,
    err: 'Nobody is told of anything. Set NOTIFY_TO and SMTP_URL, or a webhook.\n',
  })
  const guess = { ...login, ADMIN_PASSWORD: 'a guess' }
  expect(await run([site.url], guess)).toEqual({
    code: 1,
    out: '',
    err: 'The email address or the password is wrong.\n',
  })
})

test('without an address the command tests the settings of this machine', async () => {
  const machine = {
    DATA_DIR: await folder(),
    NOTIFY_TO: 'team@studio.test',
    SMTP_URL: mailbox.url(),
    NOTIFY_WEBHOOK_URL: receiver.url,
    NOTIFY_WEBHOOK_SECRET: secret,
  }
  expect(await run([], machine)).toMatchObject({ code: 0, out: 'mail: sent.\nwebhook: sent.\n' })
  expect(mailbox.received).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
  const wrong = { ...machine, SMTP_URL: 'smtp:/team:hush-hush@mail.example' }
  const told = await run([], wrong)
  expect(told).toMatchObject({ code: 1, out: '' })
  expect(told.err).toMatch(/^SMTP_URL: write smtps:\/\//)
  expect(told.err).not.toContain('hush')
})

test('without a mail server the mail becomes a file, as at `npm start`', async () => {
  const dataDir = await folder()
  const outbox = join(dataDir, 'outbox')
  const told = await run([], { DATA_DIR: dataDir })
  const where = `Each submission is told by a mail to admin@example.com: a file in ${outbox}.`
  expect(told).toEqual({ code: 0, out: `${where}\nmail: sent.\n`, err: '' })
  const [mail = '', ...others] = await readdir(outbox)
  expect(others).toEqual([])
  expect(await readFile(join(outbox, mail), 'utf8')).toContain('Subject: Test notification')

  const wrong = { DATA_DIR: dataDir, NOTIFY_TO: 'nobody' }
  const refused = await run([], wrong)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^NOTIFY_TO: /)
})

test.each([
  ['nowhere', '"nowhere" is no address. Write it as https://your.domain.'],
  ['http://studio.example', 'Write the address with https'],
])('the address %s gets a one-sentence error', async (address, words) => {
  const { code, out, err } = await run([address], login)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(words)
  expect(err).not.toMatch(/\n\s+at /)
})
