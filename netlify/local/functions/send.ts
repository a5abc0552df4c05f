import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { withoutHttps } from '../listen.ts'

/** Writes a web Response to a Node response, at the client's pace. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return void response.body?.cancel()
  // Sends a short response in one packet.
  outgoing.cork()
  setImmediate(() => {
    outgoing.uncork()
  })
  outgoing.writeHead(response.status, withoutHttps([...response.headers]).flat())
  if (!response.body || outgoing.req.method === 'HEAD') {
    outgoing.end()
    return void response.body?.cancel()
  }
  const body = Readable.fromWeb(response.body as ReadableStream)
  try {
    await pipeline(body, outgoing)
  } catch (error) {
    // A client that has gone is no failure.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

const RETRY_AFTER_SECONDS = '5'

/** An error response of the same shape as the functions'. */
export const failure = (status: number, error: string): Response =>
  Response.json(
    { error },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
      },
    },
  )
