import type { StoredRecord } from '../api/admin-api.ts'
import { release, type Act } from '../actions/record-action.ts'

type Props = {
  selected: readonly StoredRecord[]
  isHeld: boolean
  isBusy: boolean
  onClear: () => void
  onDelete: (records: readonly StoredRecord[]) => void
  onAct: (act: Act, records: readonly StoredRecord[]) => void
}

/** What can be done with the selected records. */
export function Selected({ selected, isHeld, isBusy, onClear, onDelete, onAct }: Props) {
  return (
    <>
      <p className="tn">{selected.length} selected</p>
      <button type="button" className="btn sm" onClick={onClear}>
        Clear
      </button>
      {isHeld && (
        <button
          type="button"
          className="btn sm"
          disabled={isBusy}
          onClick={() => onAct(release, selected)}
        >
          Release {selected.length}
        </button>
      )}
      <button
        type="button"
        className="btn sm dang"
        disabled={isBusy}
        onClick={() => onDelete(selected)}
      >
        Delete {selected.length}
      </button>
    </>
  )
}
