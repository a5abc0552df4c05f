import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '../address.ts'
import { HeldBody, NoRoom, requireRoom, withinCapacity } from './capacity.ts'
import { callContext } from './context.ts'
import type { Match } from './load.ts'
import { failure, sendResponse } from './send.ts'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; url: URL }

/** Netlify's limit. */
const BODY_LIMIT_BYTES = 6 * 1024 * 1024

class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

class BodyCutShort extends Error {
  override name = 'BodyCutShort'
}

/** Calls a function with a web Request and sends its web Response. */
export async function invoke({ route, params }: Match, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, url } = exchange
  const gone = new AbortController()
  const held = new HeldBody()
  outgoing.once('close', () => {
    held.release()
    if (!outgoing.writableFinished) gone.abort()
  })
  try {
    requireRoom()
    const request = await readRequest(exchange, held, gone.signal)
    const ip = clientAddress(incoming)
    const context = callContext({ ip, params, url })
    const response = await withinCapacity(async () => route.handler(request, context))
    await sendResponse(response, outgoing)
  } catch (error) {
    if (gone.signal.aborted || error instanceof BodyCutShort) return
    if (error instanceof BodyTooLarge) {
      return sendResponse(failure(413, 'Payload too large'), outgoing)
    }
    if (error instanceof NoRoom) {
      return sendResponse(failure(503, 'The site is busy. Please try again.'), outgoing)
    }
    console.error(`${incoming.method ?? ''} ${route.path} failed: ${describe(error)}`)
    // Closing the connection tells the client that the response is incomplete.
    if (outgoing.headersSent) return void outgoing.destroy()
    await sendResponse(failure(500, 'Unexpected server error'), outgoing)
  }
}

async function readRequest(
  { incoming, url }: Exchange,
  held: HeldBody,
  signal: AbortSignal,
): Promise<Request> {
  const { rawHeaders } = incoming
  // A web Request can't have the method TRACE, and functions refuse unknown methods.
  const method = incoming.method === 'TRACE' ? 'UNKNOWN' : (incoming.method ?? 'GET')
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  }
  const body = await readBody(incoming, held)
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, signal, body: mayHaveBody ? (body ?? null) : null })
}

/** Reads the whole body before the function is called, as Netlify does. */
function readBody(
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

/** An error's name and stack, without its message, which may quote a visitor. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const places = error.stack?.replace(error.message, '').split('\n').slice(1) ?? []
  return [error.name, ...places].join('\n')
}
