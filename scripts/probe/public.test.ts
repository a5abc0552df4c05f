import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { serve } from '../../tests/serve.ts'
import { makeChecks, tableOf } from './check.ts'
import { observatoryCheck } from './public.ts'

/** Runs the check against a server that answers so; for the watch if `isWatch`. */
async function checkedBy(answer: RequestListener, isWatch = false) {
  const asked: string[] = []
  const api = await serve((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    answer(request, response)
  })
  const checks = [observatoryCheck('https://studio.example', `${api}/scan`)]
  const results = await makeChecks(checks, { excusesOthers: isWatch })
  return { asked, results, lines: tableOf(results) }
}

const saying =
  (body: object, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status).end(JSON.stringify(body))
  }

test('the best grade passes and states its points', async () => {
  const { asked, results } = await checkedBy(saying({ grade: 'A+', score: 130 }))
  expect(asked).toEqual(['POST /scan?host=studio.example'])
  expect(results).toMatchObject([{ ok: true, note: '130 points' }])
})

test.each([
  [{ grade: 'B', score: 75 }, 200, 'It is B, with 75 points.'],
  [{ error: 'site-down' }, 400, 'It gave no grade.'],
])('%j fails, also in the watch', async (body, status, note) => {
  for (const isWatch of [false, true]) {
    const { results } = await checkedBy(saying(body, status), isWatch)
    expect(results).toMatchObject([{ ok: false, note }])
  }
})

test.each<[string, RequestListener]>([
  ['is cut off', ({ socket }) => void socket.destroy()],
  ['answers 502', (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['has no database', saying({ error: 'error-unknown' }, 500)],
  ['has had enough', saying({ error: 'rate-limit' }, 429)],
  ['answers with a page', (_, response) => void response.end('<h1>We are moving</h1>')],
])('a grader that %s is a warning in the watch, and fails a person’s probe', async (_, answer) => {
  const watch = await checkedBy(answer, true)
  expect(watch.results).toMatchObject([{ ok: true, isWarning: true }])
  expect(watch.lines).toEqual([expect.stringMatching(/ {2}warning {2}It could not be asked\.$/)])
  const own = await checkedBy(answer)
  expect(own.results).toMatchObject([{ ok: false, note: 'It could not be asked.' }])
})
