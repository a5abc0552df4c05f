import { performance } from 'node:perf_hooks'
import { readAll, type Collection } from '../collection.ts'
import { StorageDown } from '#server/http/storage-down.ts'
import { keptRow, rowFields, rowFrom, type Row } from './row.ts'
import { storageTimeLeft } from '#server/http/request-context.ts'

/** Reading records takes this long in one request, … */
const READING_MS = 3_000
/** … and leaves this much of what the request has for storage. */
const RESERVE_MS = 2_000
const RECORDS_AT_ONCE = 200

/** What makes rows of one collection's records. */
export type RowReader = ReturnType<typeof rowReader>

/** Makes rows of records for as long as one request may spend on it. */
export function rowReader(collection: Collection) {
  const { form, name } = collection
  let end = performance.now() + READING_MS
  const isTime = () => performance.now() < end && storageTimeLeft() > RESERVE_MS
  const fields = rowFields(form)
  const ready = rowFrom(form)

  /** Of thousands of reads one may fail: what is done by then is not to be lost. */
  function giveUp(error: unknown) {
    if (!(error instanceof StorageDown)) throw error
    end = 0
  }

  /** Reads these records batch by batch, and answers after how many the time was over. */
  async function read(ids: readonly string[], rows: Row[]): Promise<number> {
    let done = 0
    for (; done < ids.length && isTime(); done += RECORDS_AT_ONCE) {
      const records = await readAll(collection, ids.slice(done, done + RECORDS_AT_ONCE)).catch(
        giveUp,
      )
      if (!records) break
      rows.push(...records.map((one) => ready(keptRow(one.submission, fields))))
    }
    return Math.min(done, ids.length)
  }

  return { name, fields, ready, isTime, read }
}
