import { useRef, type ReactNode } from 'react'
import { countRecords } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'
import { Loading } from '../parts/Loading.tsx'
import { useRoute } from '../route/route.ts'
import { Problem } from '../parts/Problem.tsx'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { useAnswer } from '../api/use-request.ts'
import { ConfirmDelete } from '../actions/ConfirmDelete.tsx'
import { countInWords, Empty, IndexProgress } from './counts.tsx'
import { ListFoot } from './ListFoot.tsx'
import { openRecord } from '../route/navigation.ts'
import { RecordsTable } from '../table/RecordsTable.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Trouble } from '../actions/ActionProblem.tsx'
import { useRecords } from './use-records.ts'
import { useSelection } from '../table/use-selection.ts'
import { useWalk } from '../table/use-row-keys.ts'
import { useWork } from './use-record-actions.ts'

type Props = { collection: Collection; title: ReactNode }

/** A collection's records: found, read, selected, deleted, released, page by page. */
export function Records({ collection, title }: Props) {
  const { form } = collection
  const route = useRoute()
  const isHeld = route.held !== undefined
  const table = useRef<HTMLDivElement>(null)
  const list = useRecords(collection)
  const { page, records, failure, isAsking, isOld } = list
  const held = useAnswer(`held, not ${isHeld}`, () => countRecords(collection, true))
  const selection = useSelection(list.key)
  const work = useWork({ collection, isHeld, list, selection, table })
  useWalk(table, selection.toggle)

  const count = page && !isOld && countInWords(page, route)
  const found = route.search && !isAsking ? count : ''
  const trouble = work.trouble && (
    <Trouble {...work.trouble} onReload={work.reload} onDismiss={work.dismiss} />
  )
  const shared = { collection, isHeld, records, doing: work.doing, onAct: work.act }
  return (
    <>
      <div className="ph2">
        {title}
        <p className="tn soft">{count}</p>
      </div>
      <Toolbar
        collection={collection}
        held={isHeld && page && !route.search ? page.total : held.answer}
      />
      {page?.indexed && <IndexProgress {...page.indexed} />}
      <div className="list" aria-busy={(isAsking && isOld) || undefined}>
        {!page && isAsking && <Loading words={`Loading ${form.noun}s…`} />}
        {page && records.length === 0 && !isOld && (
          <Empty form={form} route={route} total={page.total} />
        )}
        {records.length > 0 && (
          <RecordsTable
            {...shared}
            ref={table}
            selection={selection}
            onOpen={openRecord}
            onDelete={work.doom}
          />
        )}
      </div>
      <div className="list-end">
        {page && (
          <ListFoot
            {...shared}
            page={page}
            selected={records.filter(({ id }) => selection.ids.has(id))}
            onDelete={work.doom}
            onClear={() => {
              selection.set([])
              table.current?.focus()
            }}
          />
        )}
        {failure && (
          <Problem failure={failure} isRetried help={{ label: 'Retry', onPress: list.again }} />
        )}
        {!route.record && trouble}
      </div>
      <p className="vh" role="status">
        {work.news || found}
      </p>
      {route.record && (
        <RecordDialog {...shared} id={route.record} trouble={trouble} onDelete={work.doom} />
      )}
      {work.doomed.length > 0 && (
        <ConfirmDelete
          form={form}
          records={work.doomed}
          onConfirm={work.confirm}
          onKeep={work.spare}
        />
      )}
    </>
  )
}
