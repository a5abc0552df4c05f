import { useRef, type ReactNode } from 'react'
import { countRecords } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'
import { Loading } from '../parts/Loading.tsx'
import { useRoute } from '../route/route.ts'
import { Problem } from '../parts/Problem.tsx'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { useRequest } from '../api/use-request.ts'
import { ConfirmDelete } from '../actions/ConfirmDelete.tsx'
import { countInWords, Empty, IndexProgress } from './counts.tsx'
import { ListFoot } from './ListFoot.tsx'
import { openRecord } from '../route/navigation.ts'
import { RecordsTable } from '../table/RecordsTable.tsx'
import { Toolbar } from './Toolbar.tsx'
import { ActionProblem } from '../actions/ActionProblem.tsx'
import { useRecords } from './use-records.ts'
import { useSelection } from '../table/use-selection.ts'
import { useRowKeys } from '../table/use-row-keys.ts'
import { useRecordActions } from './use-record-actions.ts'

type Props = { source: RecordSource; title: ReactNode }

/** A form's records, or a project's: found, read, selected, deleted, released, page by page. */
export function Records({ source, title }: Props) {
  const { form } = source
  const route = useRoute()
  const isHeld = route.held !== undefined
  const table = useRef<HTMLDivElement>(null)
  const list = useRecords(source)
  const { page, records, failure, isLoading, isStale } = list
  const held = useRequest(`held, not ${isHeld}`, () => countRecords(source, true))
  const selection = useSelection(list.key)
  const actions = useRecordActions({ source, isHeld, list, selection, table })
  useRowKeys(table, selection.toggle)

  const count = page && !isStale && countInWords(page, route)
  const found = route.search && !isLoading ? count : ''
  const problem = actions.problem && (
    <ActionProblem
      {...actions.problem}
      onReload={actions.reload}
      onDismiss={actions.dismiss}
      onGoOn={actions.act}
    />
  )
  const { progress, act, askToDelete } = actions
  const shared = { source, isHeld, records, progress, onAction: act, onDelete: askToDelete }
  return (
    <>
      <div className="panel-head">
        {title}
        <p className="tabular soft">{count}</p>
      </div>
      <Toolbar source={source} held={isHeld && page && !route.search ? page.total : held.result} />
      {page?.indexed && <IndexProgress {...page.indexed} />}
      <div className="list" aria-busy={(isLoading && isStale) || undefined}>
        {!page && isLoading && <Loading words={`Loading ${form.plural}…`} />}
        {page && records.length === 0 && !isStale && (
          <Empty form={form} route={route} total={page.total} />
        )}
        {records.length > 0 && (
          <RecordsTable {...shared} ref={table} selection={selection} onOpen={openRecord} />
        )}
      </div>
      <div className="list-end">
        {page && (
          <ListFoot
            {...shared}
            page={page}
            selected={records.filter(({ id }) => selection.ids.has(id))}
            onClear={() => {
              selection.set([])
              table.current?.focus()
            }}
          />
        )}
        {failure && (
          <Problem failure={failure} isRetried help={{ label: 'Retry', onPress: list.reload }} />
        )}
        {!route.record && problem}
      </div>
      <p className="visually-hidden" role="status">
        {actions.announcement || found}
      </p>
      {route.record && <RecordDialog {...shared} id={route.record} problem={problem} />}
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
