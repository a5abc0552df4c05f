import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { withoutHttps } from '../listen.ts'
import { loadHeaders, loadRedirects, type Redirect } from './rules.ts'
import { loadStatic } from './static.ts'

/** Netlify's header for a file without a rule. */
const REVALIDATE = 'public, max-age=0, must-revalidate'

type Pages = {
  /** A missing file is 404, or what `instead` answers. */
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    instead?: () => void,
  ) => void
  close: () => Promise<void>
}

/** Serves headers, redirects and files in Netlify's order. */
export async function loadPages(dist: string, netlifyToml?: string): Promise<Pages> {
  const [headersFor, { redirectFor, notFoundPages }, sendNotFound, files] = await Promise.all([
    loadHeaders(dist, netlifyToml),
    loadRedirects(dist, netlifyToml),
    loadNotFound(dist),
    loadStatic(dist),
  ])
  const senders = new Map<string, SendNotFound>()
  for (const page of notFoundPages) senders.set(page, await loadNotFound(dist, page))

  const answer: Pages['answer'] = (request, response, url, instead) => {
    response.setHeader('Cache-Control', REVALIDATE)
    for (const [name, value] of withoutHttps(headersFor(url.pathname))) {
      response.setHeader(name, value)
    }
    const notFound = () => {
      if (instead) {
        // The rules of _headers do not reach functions.
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        instead()
      } else sendNotFound(response)
    }
    const serve = (path: string, otherwise: () => void) => {
      request.url = path
      files.serve(request, response, otherwise)
    }
    const follow = ({ status, location }: Redirect) => {
      if (status === 200) serve(location, notFound)
      else if (status === 404) (senders.get(location) ?? sendNotFound)(response)
      else response.writeHead(status, { Location: location }).end()
    }
    const redirect = isRead(request) ? redirectFor(url) : undefined
    if (!isRead(request)) notFound()
    else if (redirect?.force) follow(redirect)
    else if (redirect) {
      serve(url.pathname, () => {
        follow(redirect)
      })
    } else serve(url.pathname, notFound)
  }
  return { answer, close: files.close }
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

type SendNotFound = (response: ServerResponse) => void

async function loadNotFound(dist: string, name = '404.html'): Promise<SendNotFound> {
  const page = await readFile(join(dist, name)).catch(() => Buffer.from('Not Found'))
  const small = await promisify(brotliCompress)(page)
  return (response) => {
    const takesBrotli = /\bbr\b/.test(String(response.req.headers['accept-encoding']))
    const body = takesBrotli ? small : page
    if (takesBrotli) response.setHeader('Content-Encoding', 'br')
    // The file may exist later, so the cache rule of its path doesn't apply.
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('Content-Type', 'text/html;charset=utf-8')
    response.setHeader('Content-Length', body.length)
    response.writeHead(404).end(body)
  }
}
