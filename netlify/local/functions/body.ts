import type { IncomingMessage } from 'node:http'
import { NoRoom, type HeldBody } from './capacity.ts'

/** Netlify's limit. */
const BODY_LIMIT_BYTES = 6 * 1024 * 1024

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

export class BodyCutShort extends Error {
  override name = 'BodyCutShort'
}

/** Reads the whole body before the function is called, as Netlify does. */
export function readBody(
  request: IncomingMessage,
  held: HeldBody,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const isEmpty = announced === 0 && !request.headers['transfer-encoding']
  if (isEmpty) return Promise.resolve(undefined)
  if (announced > BODY_LIMIT_BYTES) {
    request.resume()
    return Promise.reject(new BodyTooLarge())
  }

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const collect = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      const hasRoom = held.add(chunk.length)
      if (hasRoom && bytes <= BODY_LIMIT_BYTES) return
      request.off('data', collect)
      chunks.length = 0
      // A client that still sends doesn't read the response, so the rest is read and discarded.
      request.resume()
      reject(hasRoom ? new BodyTooLarge() : new NoRoom())
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
