import pMap from 'p-map'
import { careers } from '#forms/careers.ts'
import { asPdfName } from '#forms/resume.ts'
import type { Submission } from '#forms/submission.ts'
import { readFile } from '#server/collections/records.ts'
import { shown } from '#server/collections/rows/row.ts'
import { placeOf, recordsOf, type PersonRecord } from './find-person.ts'

/** Netlify answers with 20 MB at most: files in base64, and room for everything else. */
const MOST_FILE_BYTES = 13 * 1024 * 1024
const FILES_AT_ONCE = 2

/** Everything that is stored of this address's records, their files too. */
export async function exportPerson(email: string): Promise<object> {
  const found = await recordsOf(email)
  let bytes = 0
  const items = await pMap(
    found,
    async (one) => {
      const size = Number(one.row.submission['resumeFileSize'] ?? 0)
      bytes += size
      return { ...whole(one), ...(size > 0 && (await fileOf(one, bytes <= MOST_FILE_BYTES))) }
    },
    { concurrency: FILES_AT_ONCE },
  )
  return { email, total: items.length, items }
}

function whole(one: PersonRecord): object {
  const { submission, state } = one.row
  const { signals, ...record } = submission as Submission
  const fileName = submission['resumeFileName']
  const file = typeof fileName === 'string' && { resumeFileName: asPdfName(fileName) }
  const { revision, isHeld, ...done } = state
  const holdReasons = shown(one.row).signals ?? signals
  return {
    ...placeOf(one),
    record: { ...record, ...file },
    state: done,
    ...(holdReasons && { holdReasons }),
  }
}

/** The file itself, or where it can be fetched, once no more files fit into an answer. */
async function fileOf({ collection, row }: PersonRecord, fits: boolean): Promise<object> {
  if (!fits) return { resumeFileAt: `/api/admin/${careers.collection}/${row.id}/resume` }
  const file = await readFile(collection, row.id)
  return file ? { resumeFileBase64: Buffer.from(file).toString('base64') } : {}
}
