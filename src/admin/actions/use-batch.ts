import { useRef, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { personName } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/record-source.ts'
import { useOnRetry } from '../api/use-on-retry.ts'
import type { RecordAction } from './record-action.ts'

/** How far a batch has come: it is at record `at` of `of`; `ids` are those still to be done. */
export type BatchProgress = {
  action: RecordAction
  ids: ReadonlySet<string>
  at: number
  of: number
}

/** More names than this nobody reads. */
const MOST_NAMES = 8

type NotDone = { record: InboxRecord; failure: Failure }
/** Why a batch did not do all of it. */
export type BatchProblem = {
  failure: Failure
  detail: string | undefined
  page: string
  /** What was not tried any more, since nothing would have succeeded. */
  rest?: { action: RecordAction; records: readonly InboxRecord[] }
}

type Options = {
  source: RecordSource
  isHeld: boolean
  /** Names the page that is shown; a problem on another one is no longer told. */
  page: string
  /** Called for each record once the server has confirmed, with what it is then. */
  onDone: (action: RecordAction, id: string, changed: InboxRecord | undefined) => void
  /** Called for each record that is not there any more, or not in this list. */
  onGone: (id: string) => void
}

/** What a batch did, and what was gone before. */
export type BatchOutcome = { done: InboxRecord[]; gone: InboxRecord[] }

/**
 * Does something with records, one after the other, and says which of them failed, and why. Once the
 * session has ended or the network is gone it stops, and can go on from there; so it does where
 * somebody stops it. What is gone already is no failure: it leaves.
 */
export function useBatch({ source, isHeld, page, onDone, onGone }: Options) {
  const [progress, setProgress] = useState<BatchProgress>()
  const [problem, setProblem] = useState<BatchProblem>()
  const { noun } = source.form

  useOnRetry(problem !== undefined, () => setProblem(mayGoOn))

  /** What is asked for meanwhile comes after it. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const queued = useRef(new Set<string>())
  const isStopped = useRef(false)

  /** Resolves once all of it is done; what is in hand already is not done twice. */
  function run(action: RecordAction, asked: readonly InboxRecord[]): Promise<BatchOutcome> {
    const records = asked.filter(({ id }) => !queued.current.has(id))
    for (const { id } of records) queued.current.add(id)
    const running = queue.current.then(() => runNow(action, records))
    queue.current = running.finally(() => {
      for (const { id } of records) queued.current.delete(id)
    })
    return running
  }

  async function runNow(
    action: RecordAction,
    records: readonly InboxRecord[],
  ): Promise<BatchOutcome> {
    isStopped.current = false
    const wasStopped = () => isStopped.current
    const ids = new Set(records.map(({ id }) => id))
    const kept: NotDone[] = []
    const gone: InboxRecord[] = []
    const done: InboxRecord[] = []
    setProblem(undefined)
    for (const [i, record] of records.entries()) {
      if (wasStopped()) break
      setProgress({ action, ids: new Set(ids), at: i + 1, of: records.length })
      try {
        onDone(action, record.id, await action.send(source, record, isHeld))
        done.push(record)
      } catch (error) {
        const failure = failureOf(error, action.failed(noun))
        if (failure.isGone) {
          gone.push(record)
          onGone(record.id)
        } else kept.push({ record, failure })
        if (failure.cause !== 'other') {
          kept.push(...records.slice(i + 1).map((other) => ({ record: other, failure })))
          break
        }
      }
      ids.delete(record.id)
    }
    setProgress(undefined)
    setProblem(problemOf(kept))
    return { done, gone }

    function problemOf([first]: readonly NotDone[]): BatchProblem | undefined {
      if (!first) return undefined
      // If anything helps against all of it, that is told.
      const failure = kept.find((one) => one.failure.cause !== 'other')?.failure ?? first.failure
      const detail = detailOf(action, kept, records.length, source)
      const isCutShort = failure.cause !== 'other' && records.length > 1
      const untried = { action, records: kept.map(({ record }) => record) }
      return { failure, detail, page, ...(isCutShort && { rest: untried }) }
    }
  }

  return {
    progress,
    problem: problem?.page === page ? problem : undefined,
    run,
    /** Nothing more is begun. */
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => setProblem(undefined),
  }
}

/** Once it may succeed, what is left is only offered: a person decided before, and may have changed their mind. */
const mayGoOn = (now: BatchProblem | undefined): BatchProblem | undefined =>
  now?.rest && { ...now, failure: { ...now.failure, cause: 'other' } }

function detailOf(
  { leaves }: RecordAction,
  kept: readonly NotDone[],
  of: number,
  { form }: RecordSource,
): string | undefined {
  if (of === 1) return undefined
  const names = kept.slice(0, MOST_NAMES).map(({ record }) => personName(form, record))
  const others = kept.length - names.length
  const who = `${names.join('; ')}${others > 0 ? ` and ${others} more` : ''}`
  return `${kept.length} of ${of} are ${leaves ? 'still listed' : 'as they were'}: ${who}.`
}
