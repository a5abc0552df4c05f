import { useEffect, useState } from 'react'
import type { Submission } from '#forms/submission.ts'
import { $retryTrigger } from '../api/connection.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { personName } from '../api/person.ts'
import type { RecordSource } from '../api/record-source.ts'
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

type NotDone = { record: Submission; failure: Failure }
/** Why a batch did not do all of it. */
export type BatchProblem = {
  failure: Failure
  detail: string | undefined
  page: string
  /** What was not tried any more, since nothing would have succeeded. */
  rest?: { action: RecordAction; records: readonly Submission[] }
}

type Options = {
  source: RecordSource
  isHeld: boolean
  /** Names the page that is shown; a problem on another one is no longer told. */
  page: string
  /** Called for each record once the server has confirmed. */
  onDone: (id: string) => void
}

/**
 * Deletes or releases records, one after the other, and says which of them failed, and why. Once the
 * session has ended or the network is gone it stops, and can go on from there.
 */
export function useBatch({ source, isHeld, page, onDone }: Options) {
  const [progress, setProgress] = useState<BatchProgress>()
  const [problem, setProblem] = useState<BatchProblem>()
  const { noun } = source.form

  const hasProblem = problem !== undefined
  useEffect(
    () => (hasProblem ? $retryTrigger.listen(() => setProblem(mayGoOn)) : undefined),
    [hasProblem],
  )

  /** Resolves to the records that were kept because the server did not confirm. */
  async function run(action: RecordAction, records: readonly Submission[]): Promise<Submission[]> {
    const ids = new Set(records.map(({ id }) => id))
    const kept: NotDone[] = []
    setProblem(undefined)
    for (const [i, record] of records.entries()) {
      setProgress({ action, ids: new Set(ids), at: i + 1, of: records.length })
      try {
        await action.send(source, record, isHeld)
        onDone(record.id)
      } catch (error) {
        const failure = failureOf(error, `${action.failed} ${noun}`)
        kept.push({ record, failure })
        if (failure.cause !== 'other') {
          kept.push(...records.slice(i + 1).map((other) => ({ record: other, failure })))
          break
        }
      }
      ids.delete(record.id)
    }
    setProgress(undefined)
    const [first] = kept
    if (first) {
      // If anything helps against all of it, that is told; and “already deleted” only of all.
      const failure = kept.find((one) => one.failure.cause !== 'other')?.failure ?? first.failure
      const areGone = kept.every((one) => one.failure.isGone)
      const detail = detailOf(kept, records.length, areGone, source)
      const isCutShort = failure.cause !== 'other' && records.length > 1
      const rest = { action, records: kept.map(({ record }) => record) }
      setProblem({ failure, detail, page, ...(isCutShort && { rest }) })
    }
    return kept.map(({ record }) => record)
  }

  return {
    progress,
    problem: problem?.page === page ? problem : undefined,
    run,
    dismiss: () => setProblem(undefined),
  }
}

/** Once it may succeed, what is left is only offered: a person decided before, and may have changed their mind. */
const mayGoOn = (now: BatchProblem | undefined): BatchProblem | undefined =>
  now?.rest && { ...now, failure: { ...now.failure, cause: 'other' } }

function detailOf(
  kept: readonly NotDone[],
  of: number,
  areGone: boolean,
  { form }: RecordSource,
): string | undefined {
  const gone = kept.length === 1 ? 'It was already deleted.' : 'They were already deleted.'
  if (of === 1) return areGone ? gone : undefined
  const names = kept.slice(0, MOST_NAMES).map(({ record }) => personName(form, record))
  const others = kept.length - names.length
  const who = `${names.join('; ')}${others > 0 ? ` and ${others} more` : ''}`
  return `${kept.length} of ${of} are still listed: ${who}.${areGone ? ` ${gone}` : ''}`
}
