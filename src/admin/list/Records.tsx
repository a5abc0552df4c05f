import { useRef, type ReactNode } from 'react'
import type { RecordSource } from '../api/record-source.ts'
import { Loading } from '../parts/Loading.tsx'
import { ReadSoFar } from '../parts/waiting/ReadSoFar.tsx'
import { denseRows } from '../parts/switches.ts'
import { useStore } from '../parts/use-store.ts'
import { closeRecord } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { ReadingOn } from '../record/ReadingOn.tsx'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { ConfirmDelete } from '../actions/ConfirmDelete.tsx'
import { countInWords, Empty } from './counts.tsx'
import { ListFoot } from './foot/ListFoot.tsx'
import { ListProblem } from './ListProblem.tsx'
import { RecordsTable } from '../table/RecordsTable.tsx'
import { Arrivals } from './tools/Arrivals.tsx'
import { Toolbar } from './tools/Toolbar.tsx'
import { ActionProblem } from '../actions/ActionProblem.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useRecords } from './use-records.ts'
import { useSelection } from '../table/use-selection.ts'
import { useRowKeys } from '../table/use-row-keys.ts'
import { useRecordActions } from './use-record-actions.ts'

type Props = { source: RecordSource; title: ReactNode }

/** A form's records, or a project's: found, read, answered, deleted, released, page by page. */
export function Records({ source, title }: Props) {
  const { form } = source
  const route = useRoute()
  const isHeld = route.held !== undefined
  const isDense = useStore(denseRows.$isOn, false)
  const table = useRef<HTMLDivElement>(null)
  const list = useRecords(source)
  const { page, records, failure, isLoading, isStale } = list
  const selection = useSelection(list.key)
  const actions = useRecordActions({ source, isHeld, list, selection, table })
  const { progress, act, askToDelete, stop } = actions
  const onAction: (...given: Parameters<typeof act>) => void = (...given) => void act(...given)
  const shared = { source, isHeld, records, progress, onDelete: askToDelete }
  const showArrivals = useArrivals(source, list)
  const neighbours = useNeighbours(list)
  useRowKeys({ ...shared, table, selection, onAction, next: page?.next })

  const count = page && !isStale && countInWords(page, route)
  const found = route.search && !isLoading ? count : ''
  const problem = actions.problem && (
    <ActionProblem {...actions.problem} onDismiss={actions.dismiss} onGoOn={onAction} />
  )
  return (
    <>
      <div className="panel-head">
        {title}
        <p className="tabular soft">{count}</p>
      </div>
      <Toolbar source={source} query={list.query} />
      <Arrivals source={source} onShow={showArrivals} />
      {page?.indexed && <ReadSoFar {...page.indexed} then="More appear as they are read." />}
      <div className="list" aria-busy={(isLoading && isStale) || undefined}>
        {!page && isLoading && <Loading words={`Loading ${form.plural}…`} />}
        {page && records.length === 0 && !isStale && (
          <Empty form={form} route={route} total={page.total} />
        )}
        {records.length > 0 && (
          <RecordsTable
            {...shared}
            ref={table}
            isDense={isDense}
            selection={selection}
            onAction={onAction}
          />
        )}
      </div>
      <div className="list-end">
        {page && (
          <ListFoot
            {...shared}
            page={page}
            selected={records.filter(({ id }) => selection.ids.has(id))}
            onAction={onAction}
            onStop={stop}
            onClear={() => {
              selection.set([])
              table.current?.focus()
            }}
          />
        )}
        {failure && <ListProblem failure={failure} onRetry={list.reload} />}
        {!route.record && problem}
        <p className={actions.isForAll ? 'gone' : 'visually-hidden'} role="status">
          {actions.announcement || found}
        </p>
      </div>
      {route.record && !neighbours && <ReadingOn />}
      {route.record && neighbours && (
        <RecordDialog
          {...shared}
          {...neighbours}
          id={route.record}
          problem={problem}
          onAction={act}
          onChange={list.change}
          onGone={actions.letGo}
          onErased={() => {
            closeRecord()
            list.reload()
          }}
        />
      )}
      {actions.toDelete.length > 0 && (
        <ConfirmDelete
          form={form}
          records={actions.toDelete}
          onConfirm={actions.confirmDelete}
          onKeep={actions.keep}
        />
      )}
    </>
  )
}
