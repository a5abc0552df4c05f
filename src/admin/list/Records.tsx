import type { ReactNode } from 'react'
import type { ListPage } from '#api/admin-contract.ts'
import { ActionProblem, ConfirmAction } from '../actions/Outcome.tsx'
import type { RecordSource } from '../api/lists.ts'
import { TitledDialog } from '../parts/Dialog.tsx'
import { Said } from '../parts/Notice.tsx'
import { Loading, Problem, useAsOf } from '../parts/Request.tsx'
import { ReadSoFar } from '../parts/Waits.tsx'
import { local } from '../parts/display.tsx'
import { useMarks } from '../parts/found.ts'
import { usePart } from '../parts/use-store.ts'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { closeRecord, pageSize, previousCursorsOf } from '../route/navigation.ts'
import { type DashboardRoute, useRoute } from '../route/route.ts'
import { RecordsTable } from '../table/RecordsTable.tsx'
import { useRowKeys } from '../table/use-row-keys.ts'
import { Elsewhere, Empty, NO_PAGE } from './Empty.tsx'
import { ListFoot } from './ListFoot.tsx'
import { Arrivals } from './tools/Arrivals.tsx'
import { Toolbar, WHAT_IS_HELD } from './tools/Toolbar.tsx'
import { useOpenList, useSeenEntries } from './use-open-list.ts'
import { useFreshRows, useNeighbours, useRecords } from './use-records.ts'

/** The list of a form or a project, and the open record above it. */
export function Records({ source, title }: { source: RecordSource; title: ReactNode }) {
  const { form } = source
  const route = useRoute()
  const shown = useRecords(source)
  const { page, records, query, failure, isLoading, isStale } = shown
  const { left, others } = useFreshRows(source, shown)
  // What is selected, asked and being done in this list.
  const list = useOpenList(source, shown, left)
  const selectedIds = usePart(list.$state, (state) => state.selection)
  const selected = records.filter(({ id }) => selectedIds.has(id))
  const parts = { list, isHeld: query.isHeld, records, selected }
  const neighbours = useNeighbours(shown, left)
  useSeenEntries(list, shown)
  useRowKeys({ ...parts, next: page?.next, isOther: shown.isOther })
  useMarks('.table-frame :is(.open-record, .preview, .answer)', route.search)

  const count = page && !isStale && countInWords(page, route)
  const found = route.search && !isLoading ? count : ''
  // The rows of an emptied page are followed by the next ones.
  const isComing = isLoading && (isStale || !!page?.total)
  // They are still those of another view.
  const isWaiting = isLoading && shown.isOther
  const asOf = useAsOf()
  const old = failure ? records.length > 0 && 'The list is as it was read before.' : asOf
  // A page that the server refuses is not tried again.
  const isNoPage = route.after !== undefined && failure?.isRefused
  const problem = failure && (
    <Problem failure={failure} onRetry={shown.reload} {...(isNoPage && NO_PAGE)} />
  )
  const isReadingOn = route.record !== undefined && !neighbours
  return (
    <>
      <div className="row panel-head">
        {title}
        <Arrivals source={source} shown={shown} others={others} />
        <p className="tabular soft">
          {count ||
            (isLoading && isStale && (route.search ? 'Searching…' : shown.isOther && 'Loading…'))}
        </p>
        {page && !isStale && (
          <p className="on-paper">{rangeInWords(page, records.length, route)}</p>
        )}
      </div>
      <Toolbar {...{ source, query, isWaiting }} />
      {query.isHeld && <p className="soft held-note">{WHAT_IS_HELD}</p>}
      {page?.indexed && <ReadSoFar {...page.indexed} then="More appear as they are read." />}
      <div className="list" aria-busy={(isLoading && isStale) || undefined}>
        {records.length > 0 ? (
          <RecordsTable {...parts} isWaiting={isWaiting} />
        ) : isComing ? (
          <Loading isView words={`Loading ${form.plural}…`} />
        ) : (
          page && !isStale && <Empty source={source} route={route} total={page.total} />
        )}
      </div>
      {route.search && records.length > 0 && !isStale && (
        <Elsewhere source={source} search={route.search} isHeld={query.isHeld} />
      )}
      <div className="list-end">
        {page && <ListFoot {...parts} page={page} />}
        {!isReadingOn && problem}
        {old && <p className="soft">{old}</p>}
        {!route.record && <ActionProblem list={list} />}
        {!route.record && <Said found={found || ''} />}
      </div>
      {/* Replaces the record until the page of the next one is read. */}
      {isReadingOn && (
        <TitledDialog className="detail" heading="The next page" onClose={closeRecord}>
          {problem ?? <Loading words="Loading…" />}
        </TitledDialog>
      )}
      {route.record && neighbours && <RecordDialog {...parts} {...neighbours} id={route.record} />}
      <ConfirmAction list={list} />
    </>
  )
}

function countInWords({ total }: ListPage, { search, held }: DashboardRoute): string {
  const number = total.toLocaleString()
  if (search) return total === 1 ? '1 match' : `${number} matches`
  if (held) return `${number} held`
  return total === 1 ? '1 record' : `${number} records`
}

/** Paper has no buttons to show which part of the list this is, nor the time at which it was so. */
function rangeInWords({ total }: ListPage, shown: number, route: DashboardRoute): string {
  const before = (previousCursorsOf(route)?.length ?? 0) * pageSize(route.limit)
  const range = `records ${before + 1}–${before + shown} of ${total.toLocaleString()}`
  const { status = 'all', held, search } = route
  const all = [held ? 'held' : status, search && `“${search}”`, range].filter(Boolean).join(', ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}, on ${local.format(new Date())}`
}
