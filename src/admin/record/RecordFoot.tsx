import type { InboxRecord } from '#api/admin-contract.ts'
import { answering, hold, release, remove, type RecordAction } from '../actions/record-action.ts'

type Props = {
  record: InboxRecord | undefined
  isHeld: boolean
  running: RecordAction | undefined
  next: (() => void) | undefined
  previous: (() => void) | undefined
  onAction: (action: RecordAction) => void
  onDelete: () => void
}

/** The actions on the open record; always in sight. */
export function RecordFoot(props: Props) {
  const { record, isHeld, running, next, previous, onAction, onDelete } = props
  const isBusy = !record || running !== undefined
  const acts = record && !isHeld ? [answering([record]), hold] : [release]
  return (
    <footer>
      <button type="button" className="button small" aria-disabled={!previous} onClick={previous}>
        Previous
      </button>
      <button type="button" className="button small" aria-disabled={!next} onClick={next}>
        Next
      </button>
      {acts.map((action) => (
        <button
          key={action === hold || action === release ? action.name : 'answer'}
          type="button"
          className="button small"
          title={action.hint}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onAction(action)}
        >
          {running === action ? `${running.doing}…` : action.name}
        </button>
      ))}
      <button
        type="button"
        className="button small danger"
        aria-disabled={isBusy}
        onClick={() => !isBusy && onDelete()}
      >
        {running === remove ? `${running.doing}…` : remove.name}
      </button>
    </footer>
  )
}
