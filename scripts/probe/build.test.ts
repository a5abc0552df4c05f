import type { OutgoingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { missingFileCheck, oneBuildCheck } from './build.ts'
import { makeChecks } from './check.ts'
import { serve } from '../../tests/serve.ts'

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
