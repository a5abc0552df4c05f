import { useId } from 'react'
import type { InboxRecord, ListPage } from '#api/admin-contract.ts'
import type { OpenList } from '../actions/open-list.ts'
import { answering, hold, markRead, release } from '../actions/record-action.ts'
import {
  PAGE_SIZES,
  pageSize,
  previousCursorsOf,
  resizePage,
  showNewest,
  showNext,
  showPrevious,
} from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { Button } from '../parts/Button.tsx'
import { usePart } from '../parts/use-store.ts'

type SelectedProps = {
  list: OpenList
  isHeld: boolean
  selected: readonly InboxRecord[]
  onClear: () => void
}

type Props = SelectedProps & { page: ListPage }

/** Below the list, always in sight: the pages, or the actions on the selected records. */
export function ListFoot({ page, ...rest }: Props) {
  const progress = usePart(rest.list.$state, (state) => state.progress)
  const isBusyWithSeveral = progress && progress.of > 1
  return (
    <div className="list-foot">
      {isBusyWithSeveral ? (
        <>
          <p className="tabular busy">
            {progress.action.doing} {progress.at} of {progress.of}…
          </p>
          <Button onPress={rest.list.stop}>Stop</Button>
        </>
      ) : rest.selected.length > 0 ? (
        <Selected {...rest} isBusy={progress !== undefined} />
      ) : (
        <Pages page={page} />
      )}
    </div>
  )
}

/** The actions on the selected records. */
function Selected({
  list,
  isHeld,
  selected,
  isBusy,
  onClear,
}: SelectedProps & { isBusy: boolean }) {
  const answer = answering(selected)
  const usual = list.source.form.replyPromise ? [answer, markRead, hold] : [markRead, hold]
  const actions = isHeld ? [release] : usual
  return (
    <>
      <p className="tabular">{selected.length} selected</p>
      <Button onPress={onClear}>Clear</Button>
      {actions.map((action) => (
        <Button
          key={action.name}
          title={action.hint}
          disabled={isBusy}
          onPress={() => list.act(action, selected)}
        >
          {isHeld ? `${action.name} ${selected.length}` : action.name}
        </Button>
      ))}
      <Button
        look="button small danger"
        disabled={isBusy}
        onPress={() => list.confirmDelete(selected)}
      >
        Delete {selected.length}
      </Button>
    </>
  )
}

/** The buttons to other pages, the page number and the page size. */
function Pages({ page: { total, next } }: { page: ListPage }) {
  const id = useId()
  const route = useRoute()
  const size = pageSize(route.limit)
  const previousCursors = previousCursorsOf(route)
  const hasPages = next !== null || route.after !== undefined
  return (
    <>
      {hasPages && (
        <nav className="row" aria-label="Pages">
          <PageButton label="First" onPress={route.after ? showNewest : undefined} />
          <PageButton
            label="Previous"
            onPress={previousCursors?.length ? showPrevious : undefined}
          />
          <PageButton label="Next" onPress={next ? () => showNext(next) : undefined} />
        </nav>
      )}
      {previousCursors && hasPages && (
        <p className="tabular soft">
          Page {(previousCursors.length + 1).toLocaleString()} of{' '}
          {Math.ceil(total / size).toLocaleString()}
        </p>
      )}
      {(total > Math.min(...PAGE_SIZES) || route.limit) && (
        <p className="size">
          <label htmlFor={id}>Rows per page</label>
          <select
            id={id}
            className="input"
            value={size}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value)
              resizePage(chosen === PAGE_SIZES[0] ? undefined : chosen)
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

type ButtonProps = { label: string; onPress: (() => void) | undefined }

/** It is never disabled, because a disabled button loses the focus. */
const PageButton = ({ label, onPress }: ButtonProps) => (
  <Button aria-disabled={!onPress} onPress={onPress}>
    {label}
  </Button>
)
