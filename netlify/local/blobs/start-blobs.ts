import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { checkpointer, openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { blobHandler, type BlobHandler } from './protocol.ts'
import { blobTable } from './table.ts'

export type Blobs = Awaited<ReturnType<typeof startBlobs>>
type BlobsOptions = {
  /** The data file, created on first use. `:memory:` keeps nothing. */
  file: string
  /** Listens on 127.0.0.1; 0 takes any free port. Without a port only `fetch` reaches the store. */
  port?: number
  /** Entries on one page of a listing. */
  pageSize?: number
}

/** This host never resolves, so a request that bypasses the in-process `fetch` fails. */
const NOWHERE = 'http://blobs.invalid'
const SITE_ID = 'local'
/** Open requests are cut off after this time when the listener closes. */
const CLOSING_MS = 1_000

/** Starts a store for one machine that answers `@netlify/blobs` as Netlify does. */
export async function startBlobs({ file, port, pageSize = 1_000 }: BlobsOptions) {
  const database = openDatabase(file)
  const log = checkpointer(database)
  log.checkpoint()
  const commits = groupCommit(database)
  const token = randomBytes(32).toString('base64url')
  const access = { siteID: SITE_ID, token, pageSize }
  const handle = blobHandler(blobTable(database, log.schedule), commits, access)

  let listener: Awaited<ReturnType<typeof listen>> | undefined
  try {
    if (port !== undefined) listener = await listen(port, handle)
  } catch (error) {
    database.close()
    throw error
  }
  const url = listener?.url ?? NOWHERE
  const edge = { edgeURL: url, uncachedEdgeURL: url, primaryRegion: 'us-east-1' }

  async function shutDown() {
    await listener?.close()
    await commits.run(false, () => undefined)
    try {
      log.checkpoint()
    } finally {
      log.cancel()
      database.close()
    }
  }
  let closed: Promise<void> | undefined

  return {
    url,
    /** The value of NETLIFY_BLOBS_CONTEXT. The token is new each time. */
    context: Buffer.from(JSON.stringify({ ...edge, siteID: SITE_ID, token })).toString('base64'),
    /** For `getStore` in this process: requests to `url` need no connection. */
    fetch: inProcessFetch(url, handle),
    /** Removes deleted bytes from the files now. */
    checkpoint: log.checkpoint,
    /** Answers the open requests, then closes the data file. */
    close: () => (closed ??= shutDown()),
  }
}

function inProcessFetch(origin: string, handle: BlobHandler): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) return fetch(input, init)

    const request = input instanceof Request ? new Request(input, init) : (init ?? {})
    request.signal?.throwIfAborted()
    const sent = new Headers(request.headers)
    const { status, headers, body } = await handle({
      method: request.method?.toUpperCase() ?? 'GET',
      url,
      header: (name) => sent.get(name),
      body: () => bytes(request.body),
    })
    request.signal?.throwIfAborted()
    return new Response(body ?? null, { status, headers: headers ?? {} })
  }
}

async function bytes(body: BodyInit | null | undefined) {
  if (typeof body === 'string') return Buffer.from(body)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Lets other processes of this machine use the store. */
async function listen(port: number, handle: BlobHandler) {
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })

  async function reply(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    if (!url) return response.writeHead(400).end()
    const { status, headers, body } = await handle({
      method: request.method ?? 'GET',
      url,
      header: (name) => request.headers[name]?.toString(),
      body: () => buffer(request),
    })
    // A closing server waits for open connections.
    response.shouldKeepAlive &&= server.listening
    return response.writeHead(status, headers).end(body)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const cutOff = setTimeout(() => {
        server.closeAllConnections()
      }, CLOSING_MS)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(cutOff)
    },
  }
}
