import { useId } from 'react'
import type { ListPage } from '#api/admin-contract.ts'
import type { ListParts } from '../actions/open-list.ts'
import * as actions from '../actions/record-action.ts'
import * as navigation from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { Button } from '../parts/Controls.tsx'
import { useRested } from '../parts/use-keys.ts'
import { usePart } from '../parts/use-store.ts'

type Props = ListParts & { page: ListPage }

/** Below the list, always in sight: the pages, or the actions on the selected records. */
export function ListFoot(props: Props) {
  const { list, selected, page } = props
  const progress = usePart(list.$state, (state) => state.progress)
  // The second press of two must not turn the page that took the place of the acts.
  const isRested = useRested(progress || selected.length > 0 ? 'acts' : 'pages')
  return (
    <div className="row list-foot">
      {progress && progress.of > 1 ? (
        <>
          <p className="tabular busy">
            {progress.action.doing} {progress.at} of {progress.of}…
          </p>
          <Button onPress={list.stop}>Stop</Button>
        </>
      ) : selected.length > 0 ? (
        <Selected {...props} isBusy={progress !== undefined} />
      ) : (
        <Pages page={page} isRested={isRested} />
      )}
    </div>
  )
}

function Selected({ list, isHeld, selected, page, isBusy }: Props & { isBusy: boolean }) {
  const answer = actions.whyNoAnswer(list.source.form, isHeld) ? [] : [actions.answering(selected)]
  const acts = isHeld ? [actions.release] : [...answer, actions.markRead, actions.hold]
  return (
    <>
      <p className="tabular">
        {selected.length} selected
        {page.total > page.items.length && ` of ${page.total.toLocaleString()}`}
      </p>
      <Button onPress={() => list.select([])}>Clear</Button>
      {acts.map((action, at) => (
        <Button
          key={action.name}
          look={`button small ${at === 0 && action !== actions.owe ? 'solid' : ''}`}
          title={action.hint}
          disabled={isBusy || selected.every((record) => action.isDone?.(record))}
          onPress={() => list.act(action, selected)}
        >
          {isHeld ? `${action.name} ${selected.length}` : action.name}
        </Button>
      ))}
      <Button
        look="button small danger"
        disabled={isBusy}
        onPress={() => list.act(actions.remove, selected)}
      >
        Delete {selected.length}
      </Button>
    </>
  )
}

function Pages({ page: { total, next }, isRested }: { page: ListPage; isRested: boolean }) {
  const id = useId()
  const route = useRoute()
  const size = navigation.pageSize(route.limit)
  const previousCursors = navigation.previousCursorsOf(route)
  const hasPages = next !== null || route.after !== undefined
  const go = (isThere: unknown, act: () => void) => (isThere && isRested ? act : undefined)
  const at = (previousCursors?.length ?? 0) + 1
  return (
    <>
      {hasPages && (
        <nav className="row" aria-label="Pages">
          <Button onPress={go(route.after, () => navigation.showList())}>First</Button>
          <Button onPress={go(previousCursors?.length, navigation.showPrevious)}>Previous</Button>
          <Button onPress={go(next, () => navigation.showNext(next ?? ''))}>Next</Button>
        </nav>
      )}
      {previousCursors && hasPages && (
        <p className="tabular soft">
          Page {at.toLocaleString()} of{' '}
          {/* Rows that left this page leave more for the next one than the total says. */}
          {Math.max(Math.ceil(total / size), next ? at + 1 : at).toLocaleString()}
        </p>
      )}
      {(total > Math.min(...navigation.PAGE_SIZES) || route.limit) && (
        <p className="row size">
          <label htmlFor={id}>Rows per page</label>
          <select
            id={id}
            className="input"
            value={size}
            onChange={({ currentTarget: { value } }) =>
              navigation.showList({
                limit: value === String(navigation.PAGE_SIZES[0]) ? undefined : value,
              })
            }
          >
            {navigation.PAGE_SIZES.toSorted((a, b) => a - b).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </p>
      )}
    </>
  )
}
