import { useId, type ReactNode } from 'react'
import type { Submission } from '#forms/submission.ts'
import { readRecord } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { Loading } from '../parts/Loading.tsx'
import { Problem } from '../parts/Problem.tsx'
import { release, remove, type RecordAction } from '../actions/record-action.ts'
import { closeRecord, switchRecord } from '../route/navigation.ts'
import type { BatchProgress } from '../actions/use-batch.ts'
import { personName } from '../api/person.ts'
import { useRequest } from '../api/use-request.ts'
import { Signals } from './Signals.tsx'
import { Fields } from './Fields.tsx'

type Props = {
  source: RecordSource
  isHeld: boolean
  id: string
  /** The rows among which it stands. */
  records: readonly Submission[]
  progress: BatchProgress | undefined
  /** What could not be done with it. */
  problem: ReactNode
  onDelete: (records: readonly Submission[]) => void
  onAction: (action: RecordAction, records: readonly Submission[]) => void
}

/** Everything that is stored of one record, with the way to the next one. */
export function RecordDialog(props: Props) {
  const { source, isHeld, id, records, progress, problem, onDelete, onAction } = props
  const { form } = source
  const heading = useId()
  const { result, failure, reload } = useRequest(id, () => readRecord(source, id, isHeld))
  const at = records.findIndex((one) => one.id === id)
  // Its row has all of it already; until it is read, the result is still the record before it.
  const record = result?.id === id ? result : records[at]
  const previous = records[at - 1]
  const next = at < 0 ? undefined : records[at + 1]
  const goPrevious = () => previous && switchRecord(previous.id)
  const goNext = () => next && switchRecord(next.id)
  useKeys({ j: goNext, k: goPrevious, ArrowRight: goNext, ArrowLeft: goPrevious }, 1)
  const running = progress?.ids.has(id) ? progress.action : undefined

  return (
    <Dialog labelledBy={`${heading}-noun ${heading}`} className="detail" onClose={closeRecord}>
      <header>
        <p className="note" role="status">
          <span id={`${heading}-noun`}>{form.noun}</span>
          {at >= 0 && `, ${at + 1} of ${records.length}`}
        </p>
        <h2 id={heading} className="h3">
          {record ? personName(form, record) : form.noun}
        </h2>
        <button type="button" className="close" aria-label="Close" onClick={closeRecord} />
      </header>
      <div className="detail-body" key={id} tabIndex={0} role="region" aria-labelledby={heading}>
        {failure && (
          <Problem
            failure={failure}
            detail={failure.isGone ? `There is no such ${form.noun} any more.` : undefined}
            isRetried={!failure.isGone}
            help={failure.isGone ? undefined : { label: 'Retry', onPress: reload }}
          />
        )}
        {record && (
          <>
            {isHeld && <Signals record={record} />}
            <Fields form={form} record={record} isHeld={isHeld} />
          </>
        )}
        {!record && !failure && <Loading words="Loading…" />}
        {problem}
      </div>
      <footer>
        <button
          type="button"
          className="button small"
          aria-disabled={!previous}
          onClick={goPrevious}
        >
          Previous
        </button>
        <button type="button" className="button small" aria-disabled={!next} onClick={goNext}>
          Next
        </button>
        {isHeld && (
          <button
            type="button"
            className="button small"
            aria-disabled={!record || running !== undefined}
            onClick={() => record && !running && onAction(release, [record])}
          >
            {running === release ? `${running.doing}…` : release.name}
          </button>
        )}
        <button
          type="button"
          className="button small danger"
          aria-disabled={!record || running !== undefined}
          onClick={() => record && !running && onDelete([record])}
        >
          {running === remove ? `${running.doing}…` : remove.name}
        </button>
      </footer>
    </Dialog>
  )
}
