import { careers } from '#forms/careers.ts'
import { reviewFields } from '#forms/judging/check.ts'
import type { Form } from '#forms/form.ts'
import { beginsAsPdf, RESUME_LIMIT_BYTES, resumeWords } from '#forms/resume.ts'
import { HttpError } from '#server/http/http-error.ts'

/** The field with the file, in base64. */
export const RESUME = 'resumeFileBase64'

/**
 * The bytes of an application's resume, or undefined where the form takes none. 422 unless they are
 * a PDF of the declared size: what the browser says of a file is only what it was told.
 */
export function resumeIn(
  form: Form,
  typed: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, unknown>>,
): ArrayBuffer | undefined {
  if (form.name !== careers.name) return undefined
  const base64 = bytesOf(typed[RESUME])
  if (!base64?.length) throw refused(resumeWords.missing)
  const size = sizeIn(base64)
  if (size >= RESUME_LIMIT_BYTES) throw refused(resumeWords.large)
  if (size !== answers['resumeFileSize']) throw refused(resumeWords.wrong)
  const bytes = decoded(base64, size)
  if (!bytes || !beginsAsPdf(bytes)) throw refused(resumeWords.wrong)
  return bytes.buffer
}

/** What was sent, in base64: its bytes as readJson gives them, or a text that it had to parse. */
const bytesOf = (sent: unknown) =>
  typeof sent === 'string' ? Buffer.from(sent) : Buffer.isBuffer(sent) ? sent : undefined

/** How many bytes base64 says: three for four characters, less the padding (RFC 4648 §4). */
const sizeIn = (base64: Buffer) =>
  (base64.length * 3) / 4 - base64.toString('latin1', base64.length - 2).split('=').length + 1

/** Whole groups of four. In one piece it would be a text of 5.6 MB, which the collector must clean up. */
const PIECE = 65_536

/** Undefined where anything is no base64: decoding skips that, and fewer bytes come of it. */
function decoded(base64: Buffer, size: number): Buffer<ArrayBuffer> | undefined {
  // Memory of its own, not a part of Node's pool, so that it need not be copied out of it.
  const bytes = Buffer.from(new ArrayBuffer(size))
  let length = 0
  for (let from = 0; from < base64.length; from += PIECE) {
    length += bytes.write(base64.toString('latin1', from, from + PIECE), length, 'base64')
  }
  return length === size ? bytes : undefined
}

const refused = (message: string) =>
  new HttpError(422, reviewFields, { fields: { resumeFile: message } })
