import type { Ref } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { RecordSource } from '../api/record-source.ts'
import { columnLabel } from '../record/columns.ts'
import type { RecordAction } from '../actions/record-action.ts'
import { openRecord, recordAddresses } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import type { BatchProgress } from '../actions/use-batch.ts'
import type { Selection } from './use-selection.ts'
import { useStable } from './use-stable.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  source: RecordSource
  isHeld: boolean
  isDense: boolean
  records: readonly InboxRecord[]
  selection: Selection
  progress: BatchProgress | undefined
  onDelete: (records: readonly InboxRecord[]) => void
  onAction: (action: RecordAction, records: readonly InboxRecord[]) => void
}

/** The form's columns and a row for every record. */
export function RecordsTable(props: Props) {
  const { ref, source, isHeld, isDense, records, selection, progress } = props
  const { form } = source
  const addressOf = recordAddresses(useRoute())
  const count = records.filter(({ id }) => selection.ids.has(id)).length
  const areAll = count === records.length
  const all = records.map(({ id }) => id)
  const acts = useStable({
    onSelect: ({ id }: InboxRecord, isRange: boolean) => selection.pick(id, isRange ? all : []),
    onOpen: ({ id }: InboxRecord) => openRecord(id),
    onDelete: (record: InboxRecord) => props.onDelete([record]),
    onAction: (action: RecordAction, record: InboxRecord) => props.onAction(action, [record]),
  })
  return (
    <div
      ref={ref}
      className={isDense ? 'table-frame dense' : 'table-frame'}
      tabIndex={0}
      role="region"
      aria-label={form.plural}
    >
      <table>
        <thead>
          <tr>
            <th scope="col" className="pick">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={areAll}
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && !areAll
                }}
                onChange={() => selection.set(areAll ? [] : all)}
              />
            </th>
            {form.columns.map((column) => (
              <ColumnHead key={column} column={column} label={columnLabel(form, column)} />
            ))}
            {isHeld && <th scope="col">Held because</th>}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow
              key={record.id}
              form={form}
              record={record}
              href={addressOf(record.id)}
              isHeld={isHeld}
              isSelected={selection.ids.has(record.id)}
              running={progress?.ids.has(record.id) ? progress.action : undefined}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
