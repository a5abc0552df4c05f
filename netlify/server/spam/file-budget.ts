import { hash } from 'node:crypto'
import { DAY_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, idPrefixAt } from '#server/storage/record-id.ts'

/** Limits the files stored in a day; beyond it an application is held without its file. */

const ROOT = 'window/files/'
const REFUSED = 'files/refused'
const MARK_DIGITS = 16

const limitMib = () => Number(process.env['FILES_A_DAY_MIB']) || 500

type FileNote = { key: string; mark: string; kib: number }

/** Whether the day has room for an attempt's file. Retries count once. */
export async function hasRoomForFile(attempt: string, bytes: number): Promise<boolean> {
  const mark = hash('sha256', attempt).slice(0, MARK_DIGITS)
  const ownKib = Math.ceil(bytes / 1_024)
  const own = `${ROOT}${idPrefixAt(Date.now())}-${mark}.${ownKib}`
  // The note is written before counting, so the last of parallel attempts sees all.
  await kv.put(own, null)
  const notes = await notesOfToday()
  const first = notes.findIndex((one) => one.mark === mark)
  // A listing may lack the own note; that is no reason to refuse a file.
  const counted = first === -1 ? [...notes, { kib: ownKib }] : notes.slice(0, first + 1)
  const kib = counted.reduce((sum, one) => sum + one.kib, 0)
  const hasRoom = kib <= limitMib() * 1_024
  if (!hasRoom || (first !== -1 && notes[first]?.key !== own)) await kv.remove(own)
  if (!hasRoom) await kv.put(REFUSED, { at: new Date().toISOString() })
  return hasRoom
}

/** One note per attempt of the last day, the oldest first. */
async function notesOfToday(): Promise<FileNote[]> {
  const keys = (await kv.list(ROOT)).reverse()
  const notes = keys.flatMap((key) => {
    const [, id = '', mark = '', kib = ''] = /([^/-]+)-([0-9a-f]+)\.(\d+)$/.exec(key) ?? []
    const isRecent = mark !== '' && Date.now() - createdAtOf(id) <= DAY_MS
    return isRecent ? [{ key, mark, kib: Number(kib) }] : []
  })
  const seen = new Set<string>()
  return notes.filter(({ mark }) => !seen.has(mark) && seen.add(mark))
}

/** When a file was last refused, within a day (ISO 8601), and the day's limit in MiB. */
export async function fileBudget(): Promise<{ limitMib: number; refusedAt: string | null }> {
  const { at = '' } = ((await kv.get(REFUSED))?.value ?? {}) as { at?: string }
  const isRecent = Date.now() - Date.parse(at) <= DAY_MS
  return { limitMib: limitMib(), refusedAt: isRecent ? at : null }
}
