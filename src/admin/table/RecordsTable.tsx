import type { Ref } from 'react'
import type { StoredRecord } from '../api/admin-api.ts'
import { headOf, type Collection } from '../api/record-source.ts'
import type { Act } from '../actions/record-action.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import type { Doing } from '../actions/use-batch.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  collection: Collection
  isHeld: boolean
  records: readonly StoredRecord[]
  selection: Selection
  doing: Doing | undefined
  onOpen: (id: string) => void
  onDelete: (records: readonly StoredRecord[]) => void
  onAct: (act: Act, records: readonly StoredRecord[]) => void
}

/** The form's columns and a row for every record. */
export function RecordsTable(props: Props) {
  const { ref, collection, isHeld, records, selection, doing } = props
  const { form } = collection
  const count = records.filter(({ id }) => selection.ids.has(id)).length
  const areAll = count === records.length
  return (
    <div ref={ref} className="tw" tabIndex={0} role="region" aria-label={`${form.noun}s`}>
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
              <ColumnHead key={column} column={column} label={headOf(form, column)} />
            ))}
            {isHeld && <th scope="col">Held because</th>}
            <th scope="col">
              <span className="vh">Actions</span>
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
              act={doing?.ids.has(record.id) ? doing.act : undefined}
              onSelect={() => selection.toggle(record.id)}
              onOpen={() => props.onOpen(record.id)}
              onDelete={() => props.onDelete([record])}
              onAct={(act) => props.onAct(act, [record])}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
