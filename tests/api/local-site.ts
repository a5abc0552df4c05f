import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { startSite } from '#local/server.ts'

/** A small site with every kind of response of the local server. */
const DIST = {
  'index.html': `<h1>Home</h1>${'<p>Some text that compresses well.</p>'.repeat(100)}`,
  'about.html': '<h1>About</h1>',
  '404.html': '<h1>Lost</h1>',
  'files/notes.txt': 'notes',
  'built/one.js': 'one()',
  'lost-file.html': '<h1>No such file</h1>',
  _headers: `
/*
  X-Frame-Options: DENY
  Strict-Transport-Security: max-age=63072000
  Content-Security-Policy: default-src 'none'; upgrade-insecure-requests; img-src 'self'
/files/*
  Cache-Control: public, max-age=31536000, immutable
/built/*
  Cache-Control: public, max-age=31536000, immutable
/about
  Cache-Control: no-cache
/about
  Cache-Control: no-store
`,
  _redirects:
    '/old /about 302\n/team/* /people/:splat\n/same /about 200\n/about /never\n/files/* /lost-file.html 404\n',
}

const FUNCTIONS = {
  'echo.ts': `
    import type { Config, Context } from '@netlify/functions'
    export default async (request: Request, { ip, params }: Context) => {
      const { length } = await request.text()
      const headers = new Headers([['set-cookie', 'a=1'], ['set-cookie', 'b=2']])
      headers.set('strict-transport-security', 'max-age=63072000')
      headers.set('content-security-policy', "upgrade-insecure-requests; default-src 'none'")
      return Response.json({ url: request.url, length, ip, params }, { status: 201, headers })
    }
    export const config: Config = { path: ['/api/echo', '/api/echo/:name'], method: ['GET', 'POST'] }`,
  'broken.ts': `
    export default () => { throw new TypeError('ada@example.com is wrong\\n    at ada@example.com') }
    export const config = { path: '/api/broken' }`,
  'stream.ts': `
    export default () => new Response(new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536))
        if (++sent === 200) controller.close()
      },
    }))
    let sent = 0
    export const config = { path: '/api/stream' }`,
  'missing.ts': `
    export default () => new Response('gone', { status: 404, headers: { 'cache-control': 'no-store' } })
    export const config = { path: '/built/*', preferStatic: true }`,
  'slow.ts': `
    import { setTimeout } from 'node:timers/promises'
    export default async ({ signal }: Request, { params }: { params: Record<string, string> }) => {
      Object.assign(globalThis, { slowCall: 'began' })
      await setTimeout(Number(params['wait']), undefined, { signal }).catch((error: unknown) => {
        Object.assign(globalThis, { slowCall: 'ended' })
        throw error
      })
      return new Response('done')
    }
    export const config = { path: '/api/slow/:wait' }`,
  'held.ts': `
    export default async () => {
      await globalThis.letGo
      return new Response('done')
    }
    export const config = { path: '/api/held' }`,
}

async function folder(files: Record<string, string>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fixture-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return path
}

/** Runs the small site until the test ends. */
export async function smallSite({ requestMs, host }: { requestMs?: number; host?: string } = {}) {
  const folders = { dist: await folder(DIST), functions: await folder(FUNCTIONS) }
  const site = await startSite({ ...folders, requestMs, host })
  onTestFinished(site.close)
  return site
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type AskOptions = RequestOptions & {
  body?: Buffer | Iterable<Buffer>
  /** The client does not end the body. */
  keepOpen?: boolean
}

/** Unlike fetch, doesn't normalize paths, follow redirects or decompress. */
export const ask = (
  site: { url: string },
  path: string,
  { body, keepOpen = false, ...options }: AskOptions = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    const asked = request({ hostname, port, path, ...options }, (answer) => {
      buffer(answer).then((whole) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole })
      }, reject)
    })
    asked.on('error', reject)
    // A body in parts is sent without a length.
    if (Buffer.isBuffer(body)) asked.end(body)
    else for (const part of body ?? []) asked.write(part)
    if (keepOpen) asked.flushHeaders()
    else asked.end()
  })
