import type { Submission } from '#forms/submission.ts'
import { release, type RecordAction } from '../actions/record-action.ts'

type Props = {
  selected: readonly Submission[]
  isHeld: boolean
  isBusy: boolean
  onClear: () => void
  onDelete: (records: readonly Submission[]) => void
  onAction: (action: RecordAction, records: readonly Submission[]) => void
}

/** What can be done with the selected records. */
export function Selected({ selected, isHeld, isBusy, onClear, onDelete, onAction }: Props) {
  return (
    <>
      <p className="tabular">{selected.length} selected</p>
      <button type="button" className="button small" onClick={onClear}>
        Clear
      </button>
      {isHeld && (
        <button
          type="button"
          className="button small"
          disabled={isBusy}
          onClick={() => onAction(release, selected)}
        >
          Release {selected.length}
        </button>
      )}
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
