import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { hasNote } from '../api/inbox-record.ts'
import { Ago } from '../parts/time/Ago.tsx'
import { display } from '../parts/display.tsx'
import { columnLabel } from '../record/columns.ts'
import { Due } from './Due.tsx'

type Props = { form: Form; record: InboxRecord; column: string }

/** One answer. An address is there to be copied by hand: a press on it opens nothing. */
export const Cell = ({ form, record, column }: Props) => (
  <td
    data-head={columnLabel(form, column)}
    data-column={column}
    dir={column === 'createdAt' ? undefined : 'auto'}
    className={form.fields[column]?.control === 'email' ? 'copied-by-hand' : undefined}
  >
    {display(record[column])}
    {column === 'createdAt' && (
      <span className="when">
        <span className="age">
          <Ago time={record.createdAt} />
        </span>
        {record.state && <Due state={record.state} />}
        {record.state && hasNote(record.state) && <span>Note</span>}
      </span>
    )}
  </td>
)
