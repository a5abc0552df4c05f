import { careers } from '#forms/careers.ts'
import { reviewFields } from '#forms/check.ts'
import type { Form } from '#forms/form.ts'
import { RESUME_LIMIT_BYTES, resumeWords } from '#forms/resume.ts'
import { HttpError } from '#server/http/http-error.ts'

/** A PDF says what it is within its first 1,024 bytes (Adobe PDF Reference 1.7, appendix H, note 13). */
const PDF_MARK = '%PDF-'
const MARK_WITHIN_BYTES = 1_024

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
  const base64 = typed['resumeFileBase64']
  if (typeof base64 !== 'string' || base64 === '') throw refused(resumeWords.missing)
  const size = sizeIn(base64)
  if (size >= RESUME_LIMIT_BYTES) throw refused(resumeWords.large)
  if (size !== answers['resumeFileSize']) throw refused(resumeWords.wrong)
  // Memory of its own, not a part of Node's pool, so that it need not be copied out of it.
  const bytes = Buffer.from(new ArrayBuffer(size))
  // Decoding skips what is no base64; then fewer bytes come of it.
  const isWhole = bytes.write(base64, 'base64') === size
  if (!isWhole || !isPdf(bytes)) throw refused(resumeWords.wrong)
  return bytes.buffer
}

/** How many bytes a text of base64 says: three for four characters, less the padding (RFC 4648 §4). */
const sizeIn = (base64: string) => (base64.length * 3) / 4 - base64.slice(-2).split('=').length + 1

const isPdf = (bytes: Buffer) => bytes.subarray(0, MARK_WITHIN_BYTES).includes(PDF_MARK)

const refused = (message: string) =>
  new HttpError(422, reviewFields, { fields: { resumeFile: message } })
