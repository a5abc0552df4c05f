import pMap from 'p-map'
import { careers } from '#forms/careers.ts'
import { asPdfName } from '#forms/resume.ts'
import { emailFields } from '#forms/roles.ts'
import {
  addressOf,
  type Collection,
  everyCollection,
  offeredLists,
} from '#server/collections/collection.ts'
import { normalizeEmail } from '#server/collections/search.ts'
import { notifyKey, recordKey, refKey, type RecordRef } from '#server/collections/keys.ts'
import { withNotes } from '#server/collections/many.ts'
import { sum, newestFirst, isHeldRow, shown, type Row } from '#server/collections/row.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { findAll } from '#server/collections/find.ts'
import { readCurrent } from '#server/collections/current.ts'
import { writeRecentFile } from '#server/collections/rows/recent.ts'
import { readFile } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import { HttpError } from '#server/http/answers.ts'
import { logOutage } from '#server/http/log.ts'
import { addTime, afterAnswer, timeLeft } from '#server/storage/request-context.ts'
import { getProven, requireTrueListing } from '#server/storage/sentinel.ts'

type PersonRecord = { collection: Collection; row: Row }

/** Netlify answers with 20 MB at most: files in base64, and room for everything else. */
const MOST_FILE_BYTES = 13 * 1024 * 1024
const FILES_AT_ONCE = 2
/** Time that a file may take, and the entry in the log after it. */
const FILE_MS = 2_000
const MAILS_AT_ONCE = 32
const REMOVALS_AT_ONCE = 16
/** Time for the removals, and what comes before them, when two searches have taken theirs. */
const ERASING_MS = 3_000

export const listItemOf = ({ collection, row }: PersonRecord) => {
  const { id, createdAt } = row.submission
  return { ...addressOf(collection), id, createdAt, held: isHeldRow(row) }
}

/** Every record with this address, the newest first; 503 unless all could be read. */
export async function recordsOf(email: string): Promise<PersonRecord[]> {
  const wanted = comparable(email)
  // Searching normalises other letters than this comparison; both leave ASCII alone.
  const words = wanted.split(/[^\x21-\x7e]+/).filter((word) => word !== '')
  const lists = await Promise.all(
    (await collections()).map(async (collection) => {
      const { rows, ...read } = await findAll(collection, words)
      const found = rows.map((row) => ({ collection, row }))
      return { ...read, found: found.filter((one) => emailsIn(one).includes(wanted)) }
    }),
  )
  if (lists.every(({ isWhole }) => isWhole)) {
    return lists.flatMap(({ found }) => found).sort((a, b) => newestFirst(a.row, b.row))
  }
  throw new HttpError(503, 'Not all records could be read yet. Please try again.', {
    indexed: {
      done: sum(lists.map(({ indexed }) => indexed.done)),
      of: sum(lists.map(({ indexed }) => indexed.of)),
    },
  })
}

const emailsIn = ({ collection: { form }, row }: PersonRecord): string[] =>
  emailFields(form).map((name) => comparable(String(row.submission[name])))

/** Older records have full-width addresses, which forms refuse by now. */
const comparable = (address: string) =>
  normalizeEmail(address.normalize('NFKC').replace(/\s+/gu, ''))

/** The lists of all forms, and others in the store, such as a closed waitlist. */
async function collections(): Promise<Collection[]> {
  const all = (await Promise.all([offeredLists(), everyCollection()])).flat()
  return [...new Map(all.map((collection) => [collection.name, collection])).values()]
}

export async function exportPerson(email: string): Promise<object> {
  const found = await recordsOf(email)
  const mails = await mailsOf(found)
  let bytes = 0
  const items = await pMap(
    found,
    async (one) => {
      const size = Number(one.row.submission['resumeFileSize'] ?? 0)
      bytes += size
      const hasRoom = bytes <= MOST_FILE_BYTES && timeLeft() >= FILE_MS
      const file = size > 0 && (await fileOf(one, hasRoom))
      return { ...whole(one), deliveries: mails.get(refKey(refOf(one))), ...file }
    },
    { concurrency: FILES_AT_ONCE },
  )
  return { email, total: items.length, items }
}

function whole(one: PersonRecord): object {
  const { signals, ...answers } = one.row.submission
  const { resumeFileName: fileName } = one.row.submission
  const file = typeof fileName === 'string' && { resumeFileName: asPdfName(fileName) }
  const record = { ...answers, ...file }
  const { revision, isHeld, takenBack, atRelease, removal, ...state } = one.row.state
  const holdReasons = shown(one.row).signals ?? signals
  return { ...listItemOf(one), record, state, ...(holdReasons && { holdReasons }) }
}

/** When mails were sent for these records, the receipts among them. */
async function mailsOf(found: readonly PersonRecord[]): Promise<ReadonlyMap<string, unknown>> {
  const refs = found.map(refOf)
  // Listed twice, in case one listing lacks some.
  const noted = await Promise.all([withNotes(refs), withNotes(refs)])
  const read = async (ref: RecordRef) =>
    [refKey(ref), (await getProven(notifyKey(ref.name, ref.id)))?.value] as const
  return new Map(await pMap(new Set(noted.flat()), read, { concurrency: MAILS_AT_ONCE }))
}

const refOf = ({ collection, row }: PersonRecord): RecordRef => ({
  name: collection.name,
  id: row.id,
})

/** The file, or its address if there is no room or no time for it. */
async function fileOf({ collection, row }: PersonRecord, hasRoom: boolean): Promise<object> {
  if (!hasRoom) return { resumeFileAt: `/api/admin/${careers.collection}/${row.id}/resume` }
  const file = await readFile(collection, row.id)
  return file ? { resumeFileBase64: Buffer.from(file).toString('base64') } : {}
}

/** All records of this address, and more time to erase them; 409 unless their number was confirmed. */
export async function confirmedRecordsOf(
  email: string,
  confirmed: unknown,
): Promise<PersonRecord[]> {
  // Searched twice, in case one listing lacks a record, and only while listings are true.
  const once = await recordsOf(email)
  const all = await collections()
  await Promise.all(all.map(({ name }) => requireTrueListing(recordKey(name, ''))))
  const both = [...once, ...(await recordsOf(email))]
  const byKey = new Map(both.map((one) => [refKey(refOf(one)), one]))
  const found = [...byKey.values()]
  if (found.length === confirmed) {
    addTime(ERASING_MS)
    return found
  }
  const records = found.length === 1 ? 'is now 1 record' : `are now ${found.length} records`
  throw new HttpError(409, `There ${records} for this address.`)
}

/** Removes these records of a person, and returns how many they were. Retry after a 503. */
export async function eraseRecords(found: readonly PersonRecord[]): Promise<number> {
  for (const { collection } of found) {
    // Rows hold names too; without this, housekeeping would remove them within minutes.
    afterAnswer(`erase rows of ${collection.name}`, async () => {
      await fold(collection)
      await writeRecentFile(collection)
    })
  }
  // If it was not found, somebody else must have removed it: a store that forgets is not believed.
  const isGone = async ({ collection, row }: PersonRecord) =>
    timeLeft() > 0 &&
    ((await remove(collection, row.id)) || (await readCurrent(collection, row.id)).isRemoved)
  const gone = await pMap(found, (one) => isGone(one).catch(logOutage), {
    concurrency: REMOVALS_AT_ONCE,
  })
  const left = gone.filter((one) => !one).length
  if (left === 0) return found.length
  throw new HttpError(503, `${left} of ${found.length} are left. Please try again.`, { left })
}
