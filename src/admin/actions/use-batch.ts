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

type NotDone = { record: Submission; failure: Failure }
type BatchProblem = { failure: Failure; detail: string | undefined; page: string }

type Options = {
  source: RecordSource
  isHeld: boolean
  /** Names the page that is shown; a problem on another one is no longer told. */
  page: string
  /** Called for each record once the server has confirmed. */
  onDone: (id: string) => void
}

/** Deletes or releases records, one after the other, and says which of them failed, and why. */
export function useBatch({ source, isHeld, page, onDone }: Options) {
  const [progress, setProgress] = useState<BatchProgress>()
  const [problem, setProblem] = useState<BatchProblem>()
  const { noun } = source.form

  const hasProblem = problem !== undefined
  useEffect(
    () => (hasProblem ? $retryTrigger.listen(() => setProblem(undefined)) : undefined),
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
        kept.push({ record, failure: failureOf(error, `${action.failed} ${noun}`) })
      }
      ids.delete(record.id)
    }
    setProgress(undefined)
    const [first] = kept
    if (first) {
      // If anything helps against all of it, that is told; and “already deleted” only of all.
      const failure = kept.find((one) => one.failure.cause !== 'other')?.failure ?? first.failure
      const areGone = kept.every((one) => one.failure.isGone)
      setProblem({ failure, detail: detailOf(kept, records.length, areGone, source), page })
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

function detailOf(
  kept: readonly NotDone[],
  of: number,
  areGone: boolean,
  { form }: RecordSource,
): string | undefined {
  const gone = kept.length === 1 ? 'It was already deleted.' : 'They were already deleted.'
  if (of === 1) return areGone ? gone : undefined
  const names = kept.map(({ record }) => personName(form, record)).join('; ')
  return `${kept.length} of ${of} are still listed: ${names}.${areGone ? ` ${gone}` : ''}`
}
