import { createHash } from 'node:crypto'
import type { Form } from '#forms/form.ts'
import { honeypotText, typedIn } from '#forms/judging/check.ts'
import { HttpError } from '#server/http/answers.ts'
import { readBytes } from '#server/http/request.ts'
import { HOUR_MS } from '#server/storage/clock.ts'
import { attemptHash, findClaim } from '#server/submissions/claim.ts'
import { RESUME } from '#server/submissions/resume.ts'

export type Typed = Readonly<Record<string, unknown>>

/** What a browser sent by itself, under the names that the page's own code uses. */
export async function readNative(request: Request, form: Form): Promise<Typed> {
  const data = await readForm(request, form.bodyLimitBytes)
  const typed = Object.entries(typedIn(form, data)).map(([name, value]) => [name, asTyped(value)])
  const file = [...data.values()].find((value) => value instanceof File)
  return {
    ...(Object.fromEntries(typed) as Typed),
    honeypot: honeypotText(data),
    ...(file && { [RESUME]: await file.arrayBuffer() }),
  }
}

/** A browser sends two characters for a line break, and its page's code gets one. */
const asTyped = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/**
 * The key of the attempt: the same form with the same answers within the hour. A reload, a double
 * press, and Back with another press then make one record, also if the hour ends between two, or the
 * clocks of two instances differ.
 */
export async function nativeKey(form: Form, typed: Typed): Promise<string> {
  const { [RESUME]: file, ...texts } = typed
  const hash = createHash('sha256').update(JSON.stringify(texts))
  if (file instanceof ArrayBuffer) hash.update(new Uint8Array(file))
  const answers = hash.digest('hex')
  const hour = Math.floor(Date.now() / HOUR_MS)
  const known = [hour - 1, hour + 1].map(async (near) => {
    const key = `native ${near} ${answers}`
    const claim = { hash: await attemptHash(form, key), name: form.collection }
    return (await findClaim(claim)) && key
  })
  const [before, after] = await Promise.all(known)
  return before ?? after ?? `native ${hour} ${answers}`
}

/** The bodies that a browser makes of a form without script. */
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** More text than any form asks for. */
const MOST_TEXT_BYTES = 64 * 1_024
const MOST_PARTS = 100
const MOST_PART_HEADER_BYTES = 2_048
/** RFC 2046 §5.1.1, without the space, which no browser uses. */
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,\-./:=?]{1,70})\1\s*$/i

const typeOf = ({ headers }: Request) => headers.get('content-type') ?? ''
const isOf = (request: Request, type: string) =>
  typeOf(request).split(';')[0]?.trim().toLowerCase() === type

/** Whether a browser sent a form by itself. */
export const isFormBody = (request: Request): boolean =>
  isOf(request, URLENCODED) || isOf(request, MULTIPART)

/** The form's values: 413 above `limit` bytes, 400 if unreadable. */
async function readForm(request: Request, limit: number): Promise<FormData> {
  const isMultipart = isOf(request, MULTIPART)
  // Only files are larger than this, and only multipart has files.
  const bytes = await readBytes(request, isMultipart ? limit : Math.min(limit, MOST_TEXT_BYTES))
  const type = isMultipart ? multipartType(typeOf(request), bytes) : URLENCODED
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(unreadable)
}

/**
 * The type with the boundary that the body has. The platform's parser is fast for whatever a browser
 * sends; it needs a third of a second for half a million parts or parameters of a header, so both
 * are counted first.
 */
function multipartType(type: string, bytes: Buffer): string {
  const [, , boundary] = BOUNDARY.exec(type) ?? unreadable()
  const delimiter = Buffer.from(`--${boundary}`)
  // A text before the first part would not be counted.
  if (bytes.indexOf(delimiter) !== 0) unreadable()
  let parts = 0
  for (let at = 0; at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const headers = bytes.subarray(at, at + delimiter.length + MOST_PART_HEADER_BYTES)
    const isLast = at + delimiter.length + 4 >= bytes.length
    parts++
    if (parts > MOST_PARTS || !(isLast || headers.includes('\r\n\r\n'))) unreadable()
  }
  return `${MULTIPART}; boundary="${boundary}"`
}

function unreadable(): never {
  throw new HttpError(400, 'The form could not be read.')
}
