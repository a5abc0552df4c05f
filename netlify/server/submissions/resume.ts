import { reviewFields } from '#forms/judging/check.ts'
import { beginsAsPdf, RESUME_LIMIT_BYTES, resumeWords } from '#forms/resume.ts'
import { HttpError } from '#server/http/answers.ts'

export const RESUME = 'resumeFileBase64'

/**
 * The bytes of an application's resume. 422 unless they are a PDF of the declared size, since a browser
 * may declare anything.
 */
export function resumeIn(
  typed: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, unknown>>,
): ArrayBuffer {
  const sent = typed[RESUME]
  // A browser without script sends the file as it is.
  if (sent instanceof ArrayBuffer) return asPdf(Buffer.from(sent))
  const base64 = bytesOf(sent)
  if (!base64?.length) throw refused(resumeWords.missing)
  const size = sizeIn(base64)
  if (size >= RESUME_LIMIT_BYTES) throw refused(resumeWords.large)
  if (size !== answers['resumeFileSize']) throw refused(resumeWords.wrong)
  return asPdf(decoded(base64, size))
}

function asPdf(bytes: Buffer<ArrayBuffer> | undefined): ArrayBuffer {
  if (!bytes || !beginsAsPdf(bytes)) throw refused(resumeWords.wrong)
  return bytes.buffer
}

/** The base64 as bytes (readJson passes them on unparsed) or as text. */
const bytesOf = (sent: unknown) =>
  typeof sent === 'string' ? Buffer.from(sent) : Buffer.isBuffer(sent) ? sent : undefined

/** Decoded size: three bytes for four characters, less the padding (RFC 4648 §4). */
const sizeIn = (base64: Buffer) =>
  (base64.length * 3) / 4 - base64.toString('latin1', base64.length - 2).split('=').length + 1

/** A multiple of four. One text of 5.6 MB would be costly to collect. */
const PIECE = 65_536

/** Undefined if anything is not base64: decoding skips it, so bytes are missing. */
function decoded(base64: Buffer, size: number): Buffer<ArrayBuffer> | undefined {
  // Not from Node's pool, so that its buffer can be stored without a copy.
  const bytes = Buffer.from(new ArrayBuffer(size))
  let length = 0
  for (let from = 0; from < base64.length; from += PIECE) {
    length += bytes.write(base64.toString('latin1', from, from + PIECE), length, 'base64')
  }
  return length === size ? bytes : undefined
}

const refused = (message: string) =>
  new HttpError(422, reviewFields, { fields: { resumeFile: message } })
