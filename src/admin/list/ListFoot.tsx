import type { RecordPage, StoredRecord } from '../api/admin-api.ts'
import type { Act } from '../actions/record-action.ts'
import { Pages } from './Pages.tsx'
import { Selected } from './Selected.tsx'
import type { Doing } from '../actions/use-batch.ts'

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
        <p className="tn busy">
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
