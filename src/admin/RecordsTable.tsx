import type { Form } from '#forms/form.ts'
import type { StoredRecord } from './admin-api.ts'
import { display } from './cell.tsx'

type Props = {
  form: Form
  records: readonly StoredRecord[]
  /** The record that is being deleted right now. */
  deleting: string | undefined
  onOpen: (record: StoredRecord) => void
  onDelete: (record: StoredRecord) => void
}

/** The form's columns and a row for every record; the first column opens the record. */
export function RecordsTable({ form, records, deleting, onOpen, onDelete }: Props) {
  const [first, ...rest] = form.columns
  if (!first) return null
  return (
    <div className="tw" tabIndex={0} role="region" aria-label={`${form.noun}s`}>
      <table>
        <thead>
          <tr>
            {form.columns.map((column) => (
              <th scope="col" key={column}>
                {headOf(form, column)}
              </th>
            ))}
            <th scope="col">
              <span className="vh">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id} className={record.id === deleting ? 'going' : undefined}>
              <th scope="row" data-head={headOf(form, first)}>
                <button type="button" className="open" onClick={() => onOpen(record)}>
                  {display(record[first])}
                </button>
              </th>
              {rest.map((column) => (
                <td key={column} data-head={headOf(form, column)}>
                  {display(record[column])}
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="btn sm del"
                  disabled={record.id === deleting}
                  onClick={() => onDelete(record)}
                >
                  {record.id === deleting ? 'Deleting…' : 'Delete'}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const headOf = (form: Form, column: string) => {
  const field = form.fields[column]
  return field ? (field.column ?? field.label) : 'Created'
}
