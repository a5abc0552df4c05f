import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeChecks } from './check.ts'
import { observatoryCheck } from './public.ts'

/** Runs the check against a server with this answer. */
async function checkedBy(body: object) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`
  const [result] = await makeChecks([observatoryCheck('https://studio.example', api)])
  return { asked, ok: result?.ok, note: result?.note }
}

test('the best grade passes and states its points', async () => {
  expect(await checkedBy({ grade: 'A+', score: 130 })).toEqual({
    asked: ['POST /scan?host=studio.example'],
    ok: true,
    note: '130 points',
  })
})

test.each([
  [{ grade: 'B', score: 75 }, 'It is B, with 75 points.'],
  [{ error: 'site-down' }, 'It gave no grade.'],
])('%j fails', async (body, note) => {
  expect(await checkedBy(body)).toMatchObject({ ok: false, note })
})
