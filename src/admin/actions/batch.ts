import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { personName } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/lists.ts'
import type { RecordAction } from './record-action.ts'

/** How far a batch has come: it is at record `at` of `of`; `ids` are those still to be done. */
export type BatchProgress = {
  action: RecordAction
  ids: ReadonlySet<string>
  at: number
  of: number
}

const MOST_NAMES = 8

/** Why an action failed, and the records with which it was not done. */
export type BatchProblem = {
  failure: Failure
  action: RecordAction
  records: readonly InboxRecord[]
  /** Others of the batch are done. */
  isPart: boolean
}

type Batch = {
  source: RecordSource
  isHeld: boolean
  action: RecordAction
  records: readonly InboxRecord[]
  isStopped: () => boolean
  onProgress: (progress: BatchProgress) => void
  /** Called after the server has confirmed, with the changed record. */
  onDone: (id: string, changed: InboxRecord | undefined) => void
  /** Called for each record that is not there any more, or not in this list. */
  onGone: (id: string) => void
}

/**
 * Does something with records, one after the other. It stops when the user says so, when the session
 * has ended and when the network is gone. A record that is already gone is no failure.
 */
export async function runBatch(batch: Batch) {
  const { source, isHeld, action, records } = batch
  const ids = new Set(records.map(({ id }) => id))
  /** What was done, what was gone before, and what is left. */
  const [done, gone, kept]: [InboxRecord[], InboxRecord[], InboxRecord[]] = [[], [], []]
  let failure: Failure | undefined
  for (const [i, record] of records.entries()) {
    if (batch.isStopped()) break
    batch.onProgress({ action, ids: new Set(ids), at: i + 1, of: records.length })
    try {
      batch.onDone(record.id, await action.send(source, record, isHeld))
      done.push(record)
    } catch (error) {
      const why = failureOf(error, action.failed(source.form.noun))
      if (why.cause !== 'other') {
        // A failure that something helps against is shown before the others.
        failure = why
        kept.push(...records.slice(i))
        break
      }
      if (why.isGone) {
        gone.push(record)
        batch.onGone(record.id)
      } else {
        failure ??= why
        kept.push(record)
      }
    }
    ids.delete(record.id)
  }
  return { done, gone, problem: failure && problemOf(batch, kept, failure) }
}

function problemOf({ action, records, source }: Batch, kept: InboxRecord[], failure: Failure) {
  const isPart = kept.length < records.length
  if (records.length === 1) return { failure, action, records, isPart }
  const who = namesInWords(source.form, kept, MOST_NAMES, '; ')
  const detail = `${kept.length} of ${records.length} are ${action.leaves ? 'still listed' : 'as they were'}: ${who}.`
  return { failure: { ...failure, detail }, action, records: kept, isPart }
}

/** The names of the first records, and how many others there are. */
export function namesInWords(form: Form, all: readonly InboxRecord[], most: number, mark: string) {
  const names = all.slice(0, most).map((record) => personName(form, record))
  return `${names.join(mark)}${all.length > most ? ` and ${all.length - most} more` : ''}`
}

type Queued = readonly InboxRecord[]

/** Runs batches one after the other; a record that is queued already is not done twice. */
export function newQueue() {
  let last: Promise<unknown> = Promise.resolve()
  const queued = new Set<string>()
  let batches = 0
  return {
    /** More than the one that is running. */
    isLong: () => batches > 1,
    add(asked: Queued, run: (records: Queued) => Promise<void>): Promise<void> {
      const records = asked.filter(({ id }) => !queued.has(id))
      batches++
      for (const { id } of records) queued.add(id)
      const running = last.then(() => run(records))
      last = running.finally(() => {
        batches--
        for (const { id } of records) queued.delete(id)
      })
      return running
    },
  }
}
