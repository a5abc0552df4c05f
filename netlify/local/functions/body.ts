import type { IncomingMessage } from 'node:http'

/** What Netlify lets through to a function. */
const BODY_LIMIT_BYTES = 6 * 1024 * 1024

/** The body is larger than Netlify lets through. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The sender hung up before the body was whole. */
export class BodyCutShort extends Error {
  override name = 'BodyCutShort'
}

/**
 * Reads a whole body, holding no more than the limit. Netlify does the same before it calls a
 * function, so a handler never runs on half a body, and never on one that is too large.
 */
export function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const isEmpty = announced === 0 && !request.headers['transfer-encoding']
  if (isEmpty) return Promise.resolve(undefined)
  if (announced > BODY_LIMIT_BYTES) return refuse(request)

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const collect = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= BODY_LIMIT_BYTES) return
      request.off('data', collect)
      chunks.length = 0
      refuse(request).catch(reject)
    }
    request.on('data', collect)
    request.once('end', () => {
      resolve(Buffer.concat(chunks))
    })
    request.once('close', () => {
      if (!request.complete) reject(new BodyCutShort())
    })
  })
}

/** Lets the rest run off unread: a client that is still sending would not see the answer otherwise. */
function refuse(request: IncomingMessage): Promise<never> {
  request.resume()
  return Promise.reject(new BodyTooLarge())
}
