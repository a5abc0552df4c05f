import { useId } from 'react'
import type { RecordPage, StoredRecord } from '../admin-api.ts'
import { usePlace } from '../place.ts'
import { release, type Act } from './acts.ts'
import { resizePage, showNewest, showNext, showPrevious, trailOf } from './moves.ts'
import { PAGE_SIZES, pageSize } from './page-size.ts'
import type { Doing } from './use-acts.ts'

type Props = {
  page: RecordPage
  isHeld: boolean
  selected: readonly StoredRecord[]
  doing: Doing | undefined
  onClear: () => void
  onDelete: (records: readonly StoredRecord[]) => void
  onAct: (act: Act, records: readonly StoredRecord[]) => void
}

/** Below the list, always in sight: the pages, or what can be done with the selected records. */
export function ListFoot({ page, doing, selected, ...rest }: Props) {
  const isBusyWithSeveral = doing && doing.of > 1
  return (
    <div className="list-foot">
      {isBusyWithSeveral ? (
        <p className="tn busy" role="status">
          {doing.act.doing} {doing.at} of {doing.of}…
        </p>
      ) : selected.length > 0 ? (
        <Selected selected={selected} isBusy={doing !== undefined} {...rest} />
      ) : (
        <Pages page={page} />
      )}
    </div>
  )
}

type SelectedProps = Omit<Props, 'page' | 'doing'> & { isBusy: boolean }

function Selected({ selected, isHeld, isBusy, onClear, onDelete, onAct }: SelectedProps) {
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

function Pages({ page: { total, next } }: { page: RecordPage }) {
  const id = useId()
  const place = usePlace()
  const size = pageSize(place.limit)
  const trail = trailOf(place)
  const hasPages = next !== null || place.after !== undefined
  return (
    <>
      {hasPages && (
        <nav className="row" aria-label="Pages">
          <button type="button" className="btn sm" disabled={!place.after} onClick={showNewest}>
            First
          </button>
          <button
            type="button"
            className="btn sm"
            disabled={!trail || trail.length === 0}
            onClick={showPrevious}
          >
            Previous
          </button>
          <button
            type="button"
            className="btn sm"
            disabled={!next}
            onClick={() => next && showNext(next)}
          >
            Next
          </button>
        </nav>
      )}
      {trail && hasPages && (
        <p className="tn soft">
          Page {(trail.length + 1).toLocaleString()} of {Math.ceil(total / size).toLocaleString()}
        </p>
      )}
      {(total > 25 || place.limit) && (
        <p className="size">
          <label htmlFor={id}>Rows</label>
          <select
            id={id}
            className="in"
            value={size}
            onChange={({ currentTarget }) => {
              const wish = Number(currentTarget.value)
              resizePage(wish === PAGE_SIZES[0] ? undefined : wish)
            }}
          >
            {PAGE_SIZES.toSorted((a, b) => a - b).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </p>
      )}
    </>
  )
}
