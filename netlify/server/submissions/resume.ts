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
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.byteLength >= RESUME_LIMIT_BYTES) throw refused(resumeWords.large)
  // Decoding skips what is no base64, and so would change what was sent.
  const isWhole = bytes.toString('base64') === base64
  const isAsDeclared = isWhole && bytes.byteLength === answers['resumeFileSize']
  if (!isAsDeclared || !isPdf(bytes)) throw refused(resumeWords.wrong)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, MARK_WITHIN_BYTES).includes(PDF_MARK)

const refused = (message: string) =>
  new HttpError(422, reviewFields, { fields: { resumeFile: message } })
