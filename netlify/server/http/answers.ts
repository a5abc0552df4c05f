import type { Refusal } from '#api/admin-contract.ts'

/** The static pages' headers do not reach functions. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** A JSON answer with the API's headers. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...HEADERS, ...headers } })

/** Sent beside the error. */
type Details = Omit<Refusal, 'error'> & {
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** An answer that is not a success: `respond` sends it as `{ error, … }` with these headers. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** `next` is the query of the file's next part, which a `Link` (RFC 8288) names. */
type File = { name: string; type: string; next?: URLSearchParams | null }

/** A file to save; it never opens in the page's origin. */
export const download = (body: BodyInit, file: File) => sealed(body, file, 'attachment', 'none')

/** A file for a frame on our own pages, with an origin of its own and no script. */
export const framed = (body: BodyInit, file: File) => sealed(body, file, 'inline', 'self')

const sealed = (
  body: BodyInit,
  { name, type, next }: File,
  disposition: 'attachment' | 'inline',
  ancestors: 'none' | 'self',
) =>
  new Response(body, {
    headers: {
      ...HEADERS,
      ...(next && { link: `<?${next}>; rel="next"` }),
      'content-type': type,
      'content-disposition': `${disposition}; ${named(name)}`,
      'content-security-policy': `sandbox; default-src 'none'; frame-ancestors '${ancestors}'`,
    },
  })

/** A file's name in a header (RFC 6266): in ASCII, and encoded (RFC 8187) if it has other characters. */
function named(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percent)
  return `filename="${plain}"` + (plain === name ? '' : `; filename*=UTF-8''${encoded}`)
}

const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
