import type { InboxRecord } from '#api/admin-contract.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { personName } from '../api/inbox-record.ts'
import { type RecordSource } from '../api/lists.ts'
import type { RecordAction } from './record-action.ts'

/** How far a batch has come: it is at record `at` of `of`; `ids` are those still to be done. */
export type BatchProgress = {
  action: RecordAction
  ids: ReadonlySet<string>
  at: number
  of: number
}

const MOST_NAMES = 8

type NotDone = { record: InboxRecord; failure: Failure }

export type BatchProblem = {
  failure: Failure
  detail: string | undefined
  /** The records that were not tried because nothing would have succeeded. */
  rest?: { action: RecordAction; records: readonly InboxRecord[] }
}

/** What a batch did, and which records were gone before. */
type BatchOutcome = {
  done: InboxRecord[]
  gone: InboxRecord[]
  problem: BatchProblem | undefined
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
export async function runBatch(batch: Batch): Promise<BatchOutcome> {
  const { source, isHeld, action, records } = batch
  const ids = new Set(records.map(({ id }) => id))
  const kept: NotDone[] = []
  const gone: InboxRecord[] = []
  const done: InboxRecord[] = []
  for (const [i, record] of records.entries()) {
    if (batch.isStopped()) break
    batch.onProgress({ action, ids: new Set(ids), at: i + 1, of: records.length })
    try {
      batch.onDone(record.id, await action.send(source, record, isHeld))
      done.push(record)
    } catch (error) {
      const failure = failureOf(error, action.failed(source.form.noun))
      if (failure.isGone) {
        gone.push(record)
        batch.onGone(record.id)
      } else kept.push({ record, failure })
      if (failure.cause !== 'other') {
        kept.push(...records.slice(i + 1).map((other) => ({ record: other, failure })))
        break
      }
    }
    ids.delete(record.id)
  }
  return { done, gone, problem: problemOf(batch, kept) }
}

function problemOf(batch: Batch, kept: readonly NotDone[]): BatchProblem | undefined {
  const { action, records } = batch
  const [first] = kept
  if (!first) return undefined
  // A failure that something helps against is shown before the others.
  const failure = kept.find((one) => one.failure.cause !== 'other')?.failure ?? first.failure
  const isCutShort = failure.cause !== 'other' && records.length > 1
  const rest = { action, records: kept.map(({ record }) => record) }
  return { failure, detail: detailOf(batch, kept), ...(isCutShort && { rest }) }
}

function detailOf({ action, records, source }: Batch, kept: readonly NotDone[]) {
  if (records.length === 1) return undefined
  const names = kept.slice(0, MOST_NAMES).map(({ record }) => personName(source.form, record))
  const others = kept.length - names.length
  const who = `${names.join('; ')}${others > 0 ? ` and ${others} more` : ''}`
  return `${kept.length} of ${records.length} are ${action.leaves ? 'still listed' : 'as they were'}: ${who}.`
}
