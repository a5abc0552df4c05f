import type { BlobHandler } from './handler.ts'

/** A `fetch` that answers for its own origin without a connection, and else is the ordinary one. */
export function inProcessFetch(origin: string, handle: BlobHandler): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) return fetch(input, init)

    const asked = input instanceof Request ? new Request(input, init) : (init ?? {})
    asked.signal?.throwIfAborted()
    const given = new Headers(asked.headers)
    const { status, headers, body } = await handle({
      method: asked.method?.toUpperCase() ?? 'GET',
      url,
      header: (name) => given.get(name),
      body: () => bytes(asked.body),
    })
    asked.signal?.throwIfAborted()
    return new Response(body ?? null, { status, headers: headers ?? {} })
  }
}

async function bytes(body: BodyInit | null | undefined) {
  if (typeof body === 'string') return Buffer.from(body)
  return new Uint8Array(await new Response(body).arrayBuffer())
}
