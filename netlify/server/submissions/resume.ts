import { hash } from 'node:crypto'
import { reviewFields } from '#forms/judging/check.ts'
import { beginsAsPdf, RESUME_LIMIT_BYTES, resumeWords } from '#forms/resume.ts'
import { HttpError } from '#server/http/answers.ts'
import { DAY_MS, sharedNow } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, idPrefixAt } from '#server/storage/record-id.ts'

/**
 * The resume of an application: its bytes, and the room that a day has for files. Beyond that an
 * application is held without its file.
 */

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

const NOTES = 'window/files/'
const REFUSED = 'files/refused'
const MARK_DIGITS = 16

const limitMib = () => Number(process.env['FILES_A_DAY_MIB']) || 500

type FileNote = { key: string; mark: string; kib: number }

/** Whether the day has room for an attempt's file. Retries count once. */
export async function hasRoomForFile(attempt: string, bytes: number): Promise<boolean> {
  const mark = hash('sha256', attempt).slice(0, MARK_DIGITS)
  const ownKib = Math.ceil(bytes / 1_024)
  const own = `${NOTES}${idPrefixAt(sharedNow())}-${mark}.${ownKib}`
  // The note is written before counting, so the last of parallel attempts sees all.
  await kv.put(own, null)
  const notes = await notesOfToday()
  const first = notes.findIndex((one) => one.mark === mark)
  // A listing may lack the own note; that is no reason to refuse a file.
  const counted = first === -1 ? [...notes, { kib: ownKib }] : notes.slice(0, first + 1)
  const kib = counted.reduce((sum, one) => sum + one.kib, 0)
  const hasRoom = kib <= limitMib() * 1_024
  if (!hasRoom || (first !== -1 && notes[first]?.key !== own)) await kv.remove(own)
  if (!hasRoom) await kv.put(REFUSED, { at: new Date(sharedNow()).toISOString() })
  return hasRoom
}

/** One note per attempt of the last day, the oldest first. */
async function notesOfToday(): Promise<FileNote[]> {
  const keys = (await kv.list(NOTES)).reverse()
  const notes = keys.flatMap((key) => {
    const [, id = '', mark = '', kib = ''] = /([^/-]+)-([0-9a-f]+)\.(\d+)$/.exec(key) ?? []
    const isRecent = mark !== '' && sharedNow() - createdAtOf(id) <= DAY_MS
    return isRecent ? [{ key, mark, kib: Number(kib) }] : []
  })
  const seen = new Set<string>()
  return notes.filter(({ mark }) => !seen.has(mark) && seen.add(mark))
}

/** When a file was last refused, within a day (ISO 8601), and the day's limit in MiB. */
export async function fileBudget(): Promise<{ limitMib: number; refusedAt: string | null }> {
  const { at = '' } = ((await kv.get(REFUSED))?.value ?? {}) as { at?: string }
  const isRecent = sharedNow() - Date.parse(at) <= DAY_MS
  return { limitMib: limitMib(), refusedAt: isRecent ? at : null }
}
