import { useId, type ReactNode } from 'react'
import { readRecord, type StoredRecord } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { Loading } from '../parts/Loading.tsx'
import { Problem } from '../parts/Problem.tsx'
import { release, remove, type Act } from '../actions/record-action.ts'
import { closeRecord, switchRecord } from '../route/navigation.ts'
import type { Doing } from '../actions/use-batch.ts'
import { named } from '../api/person.ts'
import { useAnswer } from '../api/use-request.ts'
import { Doubts } from './Signals.tsx'
import { Fields } from './Fields.tsx'

type Props = {
  collection: Collection
  isHeld: boolean
  id: string
  /** The rows among which it stands. */
  records: readonly StoredRecord[]
  doing: Doing | undefined
  /** What could not be done with it. */
  trouble: ReactNode
  onDelete: (records: readonly StoredRecord[]) => void
  onAct: (act: Act, records: readonly StoredRecord[]) => void
}

/** Everything that is stored of one record, with the way to the next one. */
export function RecordDialog(props: Props) {
  const { collection, isHeld, id, records, doing, trouble, onDelete, onAct } = props
  const { form } = collection
  const heading = useId()
  const { answer, failure, again } = useAnswer(id, () => readRecord(collection, id, isHeld))
  const at = records.findIndex((one) => one.id === id)
  // Its row has all of it already, and the answer to the one before it would be taken for it.
  const record = answer?.id === id ? answer : records[at]
  const previous = records[at - 1]
  const next = at < 0 ? undefined : records[at + 1]
  const goPrevious = () => previous && switchRecord(previous.id)
  const goNext = () => next && switchRecord(next.id)
  useKeys({ j: goNext, k: goPrevious, ArrowRight: goNext, ArrowLeft: goPrevious }, 1)
  const act = doing?.ids.has(id) ? doing.act : undefined

  return (
    <Dialog labelledBy={`${heading}-noun ${heading}`} className="detail" onClose={closeRecord}>
      <header>
        <p className="note" role="status">
          <span id={`${heading}-noun`}>{form.noun}</span>
          {at >= 0 && `, ${at + 1} of ${records.length}`}
        </p>
        <h2 id={heading} className="h3">
          {record ? named(form, record) : form.noun}
        </h2>
        <button type="button" className="x" aria-label="Close" onClick={closeRecord} />
      </header>
      <div className="in-detail" key={id} tabIndex={0} role="region" aria-labelledby={heading}>
        {failure && (
          <Problem
            failure={failure}
            detail={failure.isGone ? `There is no such ${form.noun} any more.` : undefined}
            isRetried={!failure.isGone}
            help={failure.isGone ? undefined : { label: 'Retry', onPress: again }}
          />
        )}
        {record && (
          <>
            {isHeld && <Doubts record={record} />}
            <Fields form={form} record={record} isHeld={isHeld} />
          </>
        )}
        {!record && !failure && <Loading words="Loading…" />}
        {trouble}
      </div>
      <footer>
        <button type="button" className="btn sm" aria-disabled={!previous} onClick={goPrevious}>
          Previous
        </button>
        <button type="button" className="btn sm" aria-disabled={!next} onClick={goNext}>
          Next
        </button>
        {isHeld && (
          <button
            type="button"
            className="btn sm"
            aria-disabled={!record || act !== undefined}
            onClick={() => record && !act && onAct(release, [record])}
          >
            {act === release ? `${act.doing}…` : release.name}
          </button>
        )}
        <button
          type="button"
          className="btn sm dang"
          aria-disabled={!record || act !== undefined}
          onClick={() => record && !act && onDelete([record])}
        >
          {act === remove ? `${act.doing}…` : remove.name}
        </button>
      </footer>
    </Dialog>
  )
}
