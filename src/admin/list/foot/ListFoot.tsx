import type { InboxRecord, ListPage } from '#api/admin-contract.ts'
import type { RecordAction } from '../../actions/record-action.ts'
import { Pages } from './Pages.tsx'
import { Selected } from './Selected.tsx'
import type { BatchProgress } from '../../actions/use-batch.ts'

type Props = {
  page: ListPage
  isHeld: boolean
  selected: readonly InboxRecord[]
  progress: BatchProgress | undefined
  onStop: () => void
  onClear: () => void
  onDelete: (records: readonly InboxRecord[]) => void
  onAction: (action: RecordAction, records: readonly InboxRecord[]) => void
}

/** Below the list, always in sight: the pages, or what can be done with the selected records. */
export function ListFoot({ page, progress, selected, onStop, ...rest }: Props) {
  const isBusyWithSeveral = progress && progress.of > 1
  return (
    <div className="list-foot">
      {isBusyWithSeveral ? (
        <>
          <p className="tabular busy">
            {progress.action.doing} {progress.at} of {progress.of}…
          </p>
          <button type="button" className="button small" onClick={onStop}>
            Stop
          </button>
        </>
      ) : selected.length > 0 ? (
        <Selected selected={selected} isBusy={progress !== undefined} {...rest} />
      ) : (
        <Pages page={page} />
      )}
    </div>
  )
}
