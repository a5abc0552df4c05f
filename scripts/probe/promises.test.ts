import type { OutgoingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { strictTransport } from '#promises/strict-transport.ts'
import { studio } from '../../tests/content.ts'
import { makeChecks } from './check.ts'
import { httpsCheck, missingFileCheck, oneBuildCheck, reportsCheck } from './promises.ts'
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

const IMMUTABLE = 'public, max-age=31536000, immutable'

test.each<[number, OutgoingHttpHeaders, ok: boolean, note: string]>([
  [404, { 'cache-control': 'no-store' }, true, ''],
  [404, { 'cache-control': IMMUTABLE }, false, 'It lacks no-store.'],
  [404, {}, false, 'It lacks no-store.'],
  [200, { 'cache-control': 'no-store' }, false, 'It is 200.'],
])('a missing file that is %d with %j: ok is %s', async (status, headers, ok, note) => {
  const asked: string[] = []
  const site = await serve(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(status, headers).end()
  })
  expect(await makeChecks([missingFileCheck(site)])).toMatchObject([{ ok, note }])
  expect(asked).toEqual([expect.stringMatching(/^\/_astro\/.+\.js$/)])
})

test.each([
  ['b1', 'b1', 'b1', 'b1'],
  ['b1', 'b2', 'b3', '/build.json names b1, the home page b2, an answer b3.'],
  ['b2', 'b1', 'b1', '/build.json names b2, the home page b1, an answer b1.'],
  ['b1', 'b2', 'b1', '/build.json names b1, the home page b2, an answer b1.'],
  ['b1', 'b1', 'b2', '/build.json names b1, the home page b1, an answer b2.'],
  ['', '', '', '/build.json names , the home page , an answer .'],
])('builds “%s”, “%s” and “%s”: %s', async (file, page, answered, note) => {
  const site = await serve(({ url = '' }, response) => {
    if (url === '/build.json') response.end(JSON.stringify({ id: file }))
    else if (url === '/') response.end(`<html data-build="${page}">`)
    else response.writeHead(404, { 'x-build': answered }).end()
  })
  expect(await makeChecks([oneBuildCheck(site)])).toMatchObject([{ ok: note === file, note }])
})

test('a site that names no build at all fails', async () => {
  const site = await serve(({ url = '' }, response) => {
    response.end(url === '/build.json' ? '{}' : '<html>')
  })
  const note = '/build.json names undefined, the home page undefined, an answer null.'
  expect(await makeChecks([oneBuildCheck(site)])).toMatchObject([{ ok: false, note }])
})
