import { performance } from 'node:perf_hooks'
import type { Form } from '#forms/form.ts'
import { readAll } from '../collection.ts'
import { StorageDown } from '#server/storage/kv.ts'
import { keptRow, rowFields, rowFrom, type Row } from './row.ts'
import { timeLeft } from '#server/http/request-context.ts'
import type { Stored } from '#server/submissions/submission.ts'

/** Reading records takes this long in one request, in milliseconds, … */
const WORK = 3_000
/** … and leaves this much of what the request has for storage. */
const RESERVE = 2_000
/** Records read at once. */
const BATCH = 200

export type RowReader = ReturnType<typeof rowReader>

/** Makes rows of records for as long as one request may spend on it. */
export function rowReader(form: Form, name: string) {
  let end = performance.now() + WORK
  const isTime = () => performance.now() < end && timeLeft() > RESERVE
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
    for (; done < ids.length && isTime(); done += BATCH) {
      const records = await readAll(name, ids.slice(done, done + BATCH)).catch(giveUp)
      if (!records) break
      rows.push(...records.map((one) => ready(keptRow((one as Stored).submission, fields))))
    }
    return Math.min(done, ids.length)
  }

  return { name, fields, ready, isTime, read }
}
