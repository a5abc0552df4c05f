import type { ServerResponse } from 'node:http'
import { withoutHttps } from '../plain-http.ts'

/** Writes a web Response to a Node response, as fast as the client takes it. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return void response.body?.cancel()
  // An answer that is whole within this turn leaves in one packet.
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

/** Resolves once there is room for more, or nobody left to read it. */
const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go)
      resolve()
    }
    outgoing.on('drain', go).on('close', go)
  })
