import type { Ref } from 'react'
import type { Submission } from '#forms/submission.ts'
import type { RecordSource } from '../api/record-source.ts'
import { columnLabel } from '../record/columns.ts'
import type { RecordAction } from '../actions/record-action.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import type { BatchProgress } from '../actions/use-batch.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  source: RecordSource
  isHeld: boolean
  records: readonly Submission[]
  selection: Selection
  progress: BatchProgress | undefined
  onOpen: (id: string) => void
  onDelete: (records: readonly Submission[]) => void
  onAction: (action: RecordAction, records: readonly Submission[]) => void
}

/** The form's columns and a row for every record. */
export function RecordsTable(props: Props) {
  const { ref, source, isHeld, records, selection, progress } = props
  const { form } = source
  const count = records.filter(({ id }) => selection.ids.has(id)).length
  const areAll = count === records.length
  return (
    <div ref={ref} className="table-frame" tabIndex={0} role="region" aria-label={form.plural}>
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
                onChange={() => selection.set(areAll ? [] : records.map(({ id }) => id))}
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
              isHeld={isHeld}
              isSelected={selection.ids.has(record.id)}
              running={progress?.ids.has(record.id) ? progress.action : undefined}
              onSelect={() => selection.toggle(record.id)}
              onOpen={() => props.onOpen(record.id)}
              onDelete={() => props.onDelete([record])}
              onAction={(action) => props.onAction(action, [record])}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
