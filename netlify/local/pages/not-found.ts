import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** Answers 404 with a page. */
export type SendNotFound = (response: ServerResponse) => void

/** Answers with a page of the site and the status that search engines and tests look at. */
export async function loadNotFound(dist: string, name = '404.html'): Promise<SendNotFound> {
  const page = await readFile(join(dist, name)).catch(() => Buffer.from('Not Found'))
  const small = await promisify(brotliCompress)(page)
  return (response) => {
    const takesBrotli = /\bbr\b/.test(String(response.req.headers['accept-encoding']))
    const body = takesBrotli ? small : page
    if (takesBrotli) response.setHeader('Content-Encoding', 'br')
    // Whatever the rule of its path says: a file that is missing today may be there tomorrow.
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('Content-Type', 'text/html;charset=utf-8')
    response.setHeader('Content-Length', body.length)
    response.writeHead(404).end(body)
  }
}
