import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** Answers with the site's 404.html and the status that search engines and tests look at. */
export async function loadNotFound(dist: string): Promise<(response: ServerResponse) => void> {
  const page = await readFile(join(dist, '404.html')).catch(() => Buffer.from('Not Found'))
  const small = await promisify(brotliCompress)(page)
  return (response) => {
    const takesBrotli = /\bbr\b/.test(String(response.req.headers['accept-encoding']))
    const body = takesBrotli ? small : page
    if (takesBrotli) response.setHeader('Content-Encoding', 'br')
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('Content-Type', 'text/html;charset=utf-8')
    response.setHeader('Content-Length', body.length)
    response.writeHead(404).end(body)
  }
}
