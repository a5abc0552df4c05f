import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { HttpError } from './answers.ts'

/** 405 unless the method is one of these. */
export function requireMethod(request: Request, ...allowed: string[]): void {
  if (allowed.includes(request.method)) return
  throw new HttpError(405, 'Method not allowed.', { headers: { allow: allowed.join(', ') } })
}

/** 403 for a request from another site's page. Callers other than browsers may pass. */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const isForeign = site ? !['same-origin', 'none'].includes(site) : isForeignOrigin(request)
  if (isForeign) throw new HttpError(403, 'Requests from other sites are refused.')
}

/** 403 unless the request provably comes from a page of this site: for writes with a cookie. */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const isOwn = site ? site === 'same-origin' : hasOwnOrigin(request)
  if (!isOwn) throw new HttpError(403, 'Requests from other sites are refused.')
}

const hasOwnOrigin = (request: Request) =>
  request.headers.get('origin') === new URL(request.url).origin

const isForeignOrigin = (request: Request) =>
  request.headers.has('origin') && !hasOwnOrigin(request)

/** Room for a few short values. */
const SHORT_BYTES = 4 * 1_024
/** Most bytes of JSON to parse: a parser takes a second for six megabytes of brackets. */
const MOST_PARSED_BYTES = 256 * 1_024

/**
 * The body as a JSON object: 415 for another type, 413 above `limit` bytes, 400 if unreadable. The
 * text under `asBytes`, a file in base64, stays bytes and is never parsed.
 */
export async function readJson(
  request: Request,
  limit = SHORT_BYTES,
  { asBytes }: { asBytes?: string } = {},
): Promise<Record<string, unknown>> {
  requireType(request, 'application/json', 'Send the form as application/json.')
  const bytes = await readBytes(request, limit)
  const range = asBytes && findPlainText(bytes, asBytes)
  if (!range) return objectIn(bytes)
  const { start, end } = range
  // No sender can guess it.
  const mark = randomUUID()
  const parts = [bytes.subarray(0, start), Buffer.from(mark), bytes.subarray(end)]
  const body = objectIn(Buffer.concat(parts))
  return body[asBytes] === mark ? { ...body, [asBytes]: bytes.subarray(start, end) } : body
}

/** A text in a JSON body: its first byte, and the quote after it. */
type Range = { start: number; end: number }

/** Between a name and its text: a colon, maybe with spaces. */
const COLON = /^\s{0,9}:\s{0,9}"/
const MOST_BETWEEN = 20

/** Finds the first text of this name, unless it has escapes, such as those of quotes. */
function findPlainText(body: Buffer, name: string): Range | undefined {
  const after = body.indexOf(`"${name}"`) + name.length + 2
  const [colon] = COLON.exec(body.toString('latin1', after, after + MOST_BETWEEN)) ?? []
  if (after < name.length + 2 || !colon) return undefined
  const start = after + colon.length
  const end = body.indexOf('"', start)
  const isPlain = end >= 0 && !body.subarray(start, end).includes('\\')
  return isPlain ? { start, end } : undefined
}

const MOST_LEVELS = 8

const nestsDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => nestsDeeper(one, levels - 1)))

function objectIn(json: Buffer): Record<string, unknown> {
  if (json.byteLength > MOST_PARSED_BYTES) throw tooLarge()
  const body = parsed(decoded(json))
  if (nestsDeeper(body, MOST_LEVELS)) throw new HttpError(400, 'The request body nests too deep.')
  if (isObject(body)) return body
  throw new HttpError(400, 'The request body is not a JSON object.')
}

/** One JSON value per line; refuses as readJson does. */
export async function readJsonLines(request: Request, limit: number): Promise<unknown[]> {
  requireType(request, 'application/x-ndjson', 'Send lines of JSON as application/x-ndjson.')
  const text = decoded(await readBytes(request, limit))
  const lines = text.split('\n').filter((line) => line !== '')
  const values = lines.map(parsed)
  if (!values.includes(undefined)) return values
  throw new HttpError(400, 'The request body is not lines of JSON.')
}

/** The body as a PDF's bytes; refuses as readJson does. */
export async function readPdf(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  requireType(request, 'application/pdf', 'Send the file as application/pdf.')
  return readBytes(request, limit)
}

function requireType(request: Request, wanted: string, words: string): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new HttpError(415, words)
}

/** Undefined if it is not JSON: the parser's own error would quote the body. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** UTF-8. Node reads ASCII, such as base64, ten times as fast as latin1. */
const decoded = (bytes: Buffer) => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')

/** A text as it is; '' for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stops at the limit, whatever the request declares. */
export async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  // Most bodies come in one piece, which needs no copy.
  const [only] = chunks
  return only && chunks.length === 1
    ? Buffer.from(only.buffer as ArrayBuffer, only.byteOffset, size)
    : Buffer.concat(chunks)
}

const tooLarge = () => new HttpError(413, 'The request is too large.')
