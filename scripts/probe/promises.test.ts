import { expect, test } from 'vitest'
import { strictTransport } from '#promises/strict-transport.ts'
import { studio } from '../../tests/content.ts'
import { makeChecks } from './check.ts'
import { httpsCheck, reportsCheck } from './promises.ts'
import { serve } from '../../tests/serve.ts'

const RIGHT = strictTransport(studio.security.hsts)
const OTHER = strictTransport({ subdomains: !studio.security.hsts.subdomains, preload: false })

test.each([
  [RIGHT, RIGHT, { ok: true, note: RIGHT }],
  [OTHER, RIGHT, { ok: false, note: `/ has “${OTHER}”, not “${RIGHT}”.` }],
  [RIGHT, '', { ok: false, note: `/api/no-such-address has “”, not “${RIGHT}”.` }],
])('pages promise “%s” and functions “%s”', async (ofPages, ofFunctions, result) => {
  const site = await serve(({ url }, response) => {
    response.setHeader('strict-transport-security', url === '/' ? ofPages : ofFunctions).end()
  })
  expect(await makeChecks([httpsCheck(site)])).toMatchObject([result])
})

const contact = 'Contact: mailto:hello@studio.example'

test.each([
  ['text/plain', `${contact}\nExpires: 2099-01-31T00:00:00.000Z`, 'until 2099-01-31'],
  ['text/html', `${contact}\nExpires: 2099-01-31T00:00:00.000Z`, 'It is text/html.'],
  ['text/plain', 'Expires: 2099-01-31T00:00:00.000Z', 'It names no contact.'],
  ['text/plain', contact, 'It is over: see security.reportsUntil in content/studio.yaml.'],
  [
    'text/plain',
    `${contact}\nExpires: 2026-01-31T00:00:00.000Z`,
    'It is over: see security.reportsUntil in content/studio.yaml.',
  ],
])('a security.txt as %s, “%s”: %s', async (type, text, note) => {
  const site = await serve((_, response) => {
    response.setHeader('content-type', type).end(text)
  })
  const ok = note.startsWith('until')
  expect(await makeChecks([reportsCheck(site)])).toMatchObject([{ ok, note }])
})
