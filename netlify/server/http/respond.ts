import type { Context } from '@netlify/functions'
import { StorageDown } from '#server/storage/kv.ts'
import { withinScope } from './request-context.ts'

/** An answer that is not a success. Thrown anywhere below a handler; `respond` sends it. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly details: { fields?: Record<string, string>; headers?: Record<string, string> }

  constructor(status: number, message: string, details: HttpError['details'] = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Functions get none of the headers that the static pages have: these are their own. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...HEADERS, ...headers } })

/** A file to keep, never shown in the page's own origin. */
export const download = (body: BodyInit, file: { name: string; type: string }) =>
  new Response(body, {
    headers: {
      ...HEADERS,
      'content-type': file.type,
      'content-disposition': `attachment; ${named(file.name)}`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  })

/**
 * A file's name in a header (RFC 6266), which must be ASCII there: what else is in it goes into the
 * encoded form (RFC 8187), and stands as an underscore in the plain one.
 */
function named(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percent)
  return `filename="${plain}"` + (plain === name ? '' : `; filename*=UTF-8''${encoded}`)
}

const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

export type Handler = (request: Request, context: Context) => Promise<Response>

/** Turns a list of guards and one act into a function: whatever it throws becomes a JSON answer. */
export const respond =
  (handler: Handler): Handler =>
  async (request, context) => {
    const deploy = context.deploy as Context['deploy'] | undefined
    try {
      return await withinScope(deploy?.context, () => handler(request, context))
    } catch (error) {
      return answerTo(error)
    }
  }

function answerTo(error: unknown): Response {
  if (error instanceof HttpError) {
    const { fields, headers } = error.details
    return json({ error: error.message, ...(fields && { fields }) }, error.status, headers)
  }
  if (error instanceof StorageDown) {
    logFailure(error)
    return json({ error: 'Storage is not available. Please try again.' }, 503, {
      'retry-after': '5',
    })
  }
  logFailure(error)
  return json({ error: 'Unexpected server error' }, 500)
}

/** Logs where something failed. Messages may quote what a person typed, so they stay out. */
export function logFailure(error: unknown): void {
  if (!(error instanceof Error)) return console.error('A thrown value was no Error.')
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  console.error([error.name, ...frames.slice(0, 5)].join('\n'))
}
