import { HttpError } from './answers.ts'
import { readBytes } from './request.ts'

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
export async function readForm(request: Request, limit: number): Promise<FormData> {
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
