import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { extname, join, normalize } from 'node:path'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /\.(html|js|css|svg|json|webmanifest|txt|xml)$/
/** The usual quality of a CDN that compresses each response. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** An empty page shows how fast the machine is now. */
export const EMPTY = '/empty'
const EMPTY_PAGE = '<!doctype html><html lang=en><title>x</title><p>x'

const fileOf = (path: string) => {
  if (path === '/') return 'index.html'
  return extname(path) ? path : `${path}.html`
}

/** Serves a built site and the empty page, compressed as by a CDN. */
export async function compressedSite(dist: string) {
  const answers = new Map<string, { body: Buffer; headers: Record<string, string> }>()

  const answer = async (path: string) => {
    const known = answers.get(path)
    if (known) return known
    const file = normalize(fileOf(path))
    const raw = path === EMPTY ? Buffer.from(EMPTY_PAGE) : await readFile(join(dist, file))
    const isCompressed = COMPRESSED.test(file)
    const made = {
      body: isCompressed ? brotliCompressSync(raw, QUALITY) : raw,
      headers: {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        ...(isCompressed && { 'Content-Encoding': 'br' }),
      },
    }
    answers.set(path, made)
    return made
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answer(pathname).then(
      ({ body, headers }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
