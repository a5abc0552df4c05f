import type { ServerResponse } from 'node:http'
import { withoutHttps } from '../plain-http.ts'

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
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const hangUp = () => void reader.cancel()
  outgoing.once('close', hangUp)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.off('close', hangUp)
  outgoing.end()
}

/** Resolves when the client can take more, or is gone. */
const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })

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
