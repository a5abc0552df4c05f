/** A request to storage as the schedule sees it. */
export type Asked = { method: string; key: string; isListing: boolean; body: string; by: string }

/** Whether hints are listed. */
export const isOfHints = ({ isListing, key }: Asked) => isListing && key.startsWith('hint/')

/** Reads what is asked from the address that the client of Netlify Blobs makes. */
export function askedOf(input: Parameters<typeof fetch>[0], init: RequestInit): Omit<Asked, 'by'> {
  const url = new URL(input instanceof Request ? input.url : input)
  const [, key = ''] = /site:studio\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  const body = textOf(init.body)
  const prefix = url.searchParams.get('prefix') ?? ''
  return { method: (init.method ?? 'GET').toUpperCase(), key: key || prefix, isListing: !key, body }
}

/** A listing that lacks what is first in it, such as the sentinel of the hints. */
export function shortened(listing: unknown): Response {
  const { blobs, ...rest } = listing as { blobs: unknown[] }
  return Response.json({ ...rest, blobs: blobs.slice(1) })
}

/** What is written, as text: a chunk's bytes each as a character. */
function textOf(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  return body instanceof ArrayBuffer ? Buffer.from(body).toString('latin1') : ''
}
