import type { InboxRecord } from '#api/admin-contract.ts'
import { answering, hold, release, type RecordAction } from '../../actions/record-action.ts'

type Props = {
  selected: readonly InboxRecord[]
  isHeld: boolean
  isBusy: boolean
  onClear: () => void
  onDelete: (records: readonly InboxRecord[]) => void
  onAction: (action: RecordAction, records: readonly InboxRecord[]) => void
}

/** What can be done with the selected records. */
export function Selected({ selected, isHeld, isBusy, onClear, onDelete, onAction }: Props) {
  const answer = answering(selected)
  const acts = isHeld
    ? [{ action: release, words: `${release.name} ${selected.length}` }]
    : [
        { action: answer, words: answer.name },
        { action: hold, words: hold.name },
      ]
  return (
    <>
      <p className="tabular">{selected.length} selected</p>
      <button type="button" className="button small" onClick={onClear}>
        Clear
      </button>
      {acts.map(({ action, words }) => (
        <button
          key={words}
          type="button"
          className="button small"
          disabled={isBusy}
          onClick={() => onAction(action, selected)}
        >
          {words}
        </button>
      ))}
      <button
        type="button"
        className="button small danger"
        disabled={isBusy}
        onClick={() => onDelete(selected)}
      >
        Delete {selected.length}
      </button>
    </>
  )
}
