import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ApiError, call } from './call.ts'

let close = () => {}
afterEach(() => {
  close()
})

async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const failure = async (url: string, timeOutMs?: number) => {
  const error: unknown = await call(url, timeOutMs === undefined ? {} : { timeOutMs }).catch(
    (thrown: unknown) => thrown,
  )
  return error as ApiError
}

test('a JSON body goes out, a JSON answer comes back', async () => {
  const url = await serverWith((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ type: request.headers['content-type'], method: request.method }))
  })
  expect(await call(url, { body: { a: 1 } })).toEqual({ type: 'application/json', method: 'POST' })
})

test('an answer is parsed as JSON only with a JSON content type', async () => {
  const url = await serverWith((_, response) => response.end('{"ok":true}'))
  expect(await call(url)).toBeUndefined()
})

const failures: [number, string | undefined, string, string][] = [
  [503, 'application/json', '{"error":"Closed."}', 'Closed.'],
  [500, 'application/json', '{"error":""}', ''],
  [500, 'application/json', 'not json', 'Internal Server Error'],
  [404, 'text/html', '<h1>Error</h1>', 'Not Found'],
]

test.each(failures)('%i with %s %s says “%s, %s”', async (status, type, body, message) => {
  const url = await serverWith((_, response) => {
    response.writeHead(status, type ? { 'content-type': type } : {})
    response.end(body)
  })
  const error = await failure(url)
  expect(error).toBeInstanceOf(ApiError)
  expect([error.status, error.message]).toEqual([status, message])
})

test('a failure without a message gets a default message', async () => {
  const url = await serverWith((_, response) => {
    response.statusMessage = ' '
    response.statusCode = 500
    response.end()
  })
  expect((await failure(url)).message).toBe('Unexpected server error')
})

test('a call that takes too long is a 408', async () => {
  const url = await serverWith(() => undefined)
  const error = await failure(url, 50)
  expect([error.status, error.message]).toEqual([408, 'Request timed out. Please try again.'])
})

test('an answer that stalls in the middle is a 408 too', async () => {
  const url = await serverWith((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.write('{"ok":')
  })
  expect((await failure(url, 200)).status).toBe(408)
})

test('a broken connection is not an ApiError', async () => {
  const url = await serverWith((request) => request.socket.destroy())
  expect(await failure(url)).toBeInstanceOf(TypeError)
})
