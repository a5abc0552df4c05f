import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Writes a web Response to a Node response, as fast as the client takes it. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return void response.body?.cancel()
  // An answer that is whole within this turn leaves in one packet.
  outgoing.cork()
  setImmediate(() => {
    outgoing.uncork()
  })
  outgoing.writeHead(response.status, [...response.headers].flat())
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

const drained = (outgoing: ServerResponse) =>
  Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
