import { useId } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { display } from '../parts/display.tsx'
import { personInFull, personName } from '../api/inbox-record.ts'

/** More names than this would push the buttons out of sight. */
const MAX_NAMES = 5

type Props = {
  form: Form
  records: readonly InboxRecord[]
  onConfirm: () => void
  onKeep: () => void
}

/** The question before a delete: what, whose and when. */
export function ConfirmDelete({ form, records, onConfirm, onKeep }: Props) {
  const id = useId()
  const [first] = records
  const isOne = records.length === 1
  const names = records.slice(0, MAX_NAMES).map((record) => personName(form, record))
  const others = records.length - names.length
  return (
    <Dialog labelledBy={id} describedBy={`${id}-whose`} className="confirm" onClose={onKeep}>
      <div className="dialog-body">
        <h2 id={id} className="h3">
          Delete {isOne ? `this ${form.noun}` : `these ${records.length} ${form.plural}`}?
        </h2>
        <p id={`${id}-whose`}>
          {isOne && first ? (
            <>
              {personInFull(form, first)}, {display(first.createdAt)}. It cannot be brought back.
            </>
          ) : (
            <>
              {names.join(', ')}
              {others > 0 && ` and ${others} more`}. They cannot be brought back.
            </>
          )}
        </p>
        <div className="row">
          <button type="button" className="button danger" onClick={onConfirm}>
            Delete
          </button>
          <button type="button" className="button" data-focus onClick={onKeep}>
            {isOne ? 'Keep it' : 'Keep them'}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
