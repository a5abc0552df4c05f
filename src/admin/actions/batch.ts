import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import type { Failure } from '../api/failure.ts'
import { personName } from '../api/inbox-record.ts'
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

/** In words: what `failure` kept from being done. */
export function problemOf(
  failure: Failure,
  action: RecordAction,
  form: Form,
  records: readonly InboxRecord[],
  kept: readonly InboxRecord[],
): BatchProblem {
  const isPart = kept.length < records.length
  if (records.length === 1) return { failure, action, records, isPart }
  const who = namesInWords(form, kept, MOST_NAMES, '; ')
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
