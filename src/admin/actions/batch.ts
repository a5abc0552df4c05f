import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { personName } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/lists.ts'
import { keepTrack } from '../session/under-way.ts'
import type { RecordAction } from './record-action.ts'

/**
 * How far a batch has come: it is at record `at` of `of`. `ids` are those still to be done, and those
 * that have left: one of them may be open until the next one opens.
 */
export type BatchProgress = {
  action: RecordAction
  ids: ReadonlySet<string>
  at: number
  of: number
}

type Meanwhile = {
  /** Stops it after the current record. */
  signal: AbortSignal
  onProgress: (progress: BatchProgress) => void
  onChange: (id: string, state: RecordState) => void
  onLeave: (id: string) => void
}

type All = InboxRecord[]
type Records = Readonly<All>

/**
 * Does something with records, one after the other. It stops when the user says so, when the
 * session has ended and when the network is gone. A record that is already gone, or so, is no
 * failure. Resolves to what was done, what was so or gone before, and why the rest is left.
 */
export async function runBatch(
  source: RecordSource,
  action: RecordAction,
  records: Records,
  isHeld: boolean,
  { signal, onProgress, onChange, onLeave }: Meanwhile,
) {
  const ids = new Set(records.map(({ id }) => id))
  const [done, same, gone, kept]: [All, All, All, All] = [[], [], [], []]
  let failure: Failure | undefined
  for (const [i, record] of records.entries()) {
    if (signal.aborted) break
    onProgress({ action, ids: new Set(ids), at: i + 1, of: records.length })
    try {
      const changed = await action.send(source, record, isHeld)
      if (changed?.state) onChange(record.id, changed.state)
      if (action.leaves) onLeave(record.id)
      else ids.delete(record.id)
      if (changed?.isUnchanged) same.push(record)
      else done.push(record)
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
        onLeave(record.id)
      } else {
        failure ??= why
        kept.push(record)
        ids.delete(record.id)
      }
    }
  }
  const problem = failure && problemOf(failure, action, source.form, records, kept)
  return { done, same, gone, problem }
}

const MOST_NAMES = 8

/** Why an action failed, and the records with which it was not done. */
export type BatchProblem = {
  failure: Failure
  action: RecordAction
  records: Records
  /** Others of the batch are done. */
  isPart: boolean
}

/** In words: what `failure` kept from being done. */
function problemOf(
  failure: Failure,
  action: RecordAction,
  form: Form,
  records: Records,
  kept: Records,
): BatchProblem {
  const isPart = kept.length < records.length
  if (records.length === 1) return { failure, action, records, isPart }
  const who = namesInWords(form, kept, MOST_NAMES, '; ')
  // What was sent and not answered may be done.
  const isUnsure = failure.cause === 'connection' && navigator.onLine
  const are = isUnsure ? 'may be' : kept.length === 1 ? 'is' : 'are'
  const place = action.as === 'released' ? 'held' : 'listed'
  const left = action.leaves ? place : action.undo?.().as
  const still = `${kept.length} of ${records.length} ${are} still ${left}: ${who}.`
  const detail = [failure.detail, still].filter(Boolean).join(' ')
  return { failure: { ...failure, detail }, action, records: kept, isPart }
}

/** The names of the first records, and how many others there are. */
export function namesInWords(form: Form, all: Records, most: number, mark: string) {
  const names = all.slice(0, most).map((record) => personName(form, record))
  return `${names.join(mark)}${all.length > most ? ` and ${all.length - most} more` : ''}`
}

/** What waits for its turn, by the record's id. */
export type Waiting = ReadonlyMap<string, RecordAction>

/**
 * Runs batches one after the other. What is queued already for a record is not done twice, and nothing
 * follows what takes it away.
 */
export function newQueue(onWaiting: (waiting: Waiting) => void) {
  let last: Promise<unknown> = Promise.resolve()
  let queued: readonly { id: string; action: RecordAction }[] = []
  const waiting = new Map<string, RecordAction>()
  let batches = 0
  return {
    /** More than the one that is running. */
    isLong: () => batches > 1,
    add(action: RecordAction, asked: Records, run: (records: Records) => Promise<void>) {
      const records = asked.filter(({ id }) =>
        queued.every((one) => one.id !== id || (one.action !== action && !one.action.leaves)),
      )
      const these = records.map(({ id }) => ({ id, action }))
      queued = [...queued, ...these]
      batches++
      for (const { id } of records) waiting.set(id, action)
      onWaiting(new Map(waiting))
      const running = last.then(() => {
        for (const { id } of records) if (waiting.get(id) === action) waiting.delete(id)
        onWaiting(new Map(waiting))
        return run(records)
      })
      keepTrack(running)
      last = running.finally(() => {
        batches--
        queued = queued.filter((one) => !these.includes(one))
      })
      return running
    },
  }
}
