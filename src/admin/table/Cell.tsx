import type { ReactNode } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel } from '#forms/in-words.ts'
import { hasNote, isNew, previewOf } from '../api/inbox-record.ts'
import { Link } from '../parts/Link.tsx'
import { display } from '../parts/display.tsx'
import { Ago, Due } from '../parts/time.tsx'
import { openRecord } from '../route/navigation.ts'

type Props = { form: Form; record: InboxRecord; column: string }

/** One answer. A press on an address opens nothing, so that it can be copied. */
export const Cell = ({ form, record, column }: Props) => (
  <td
    data-head={shortLabel(form, column)}
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

const PREVIEW_LENGTH = 160

type HeadProps = {
  form: Form
  record: InboxRecord
  href: string
  children: ReactNode
}

/** A link to the record with its sender, a mark if it is new, and its first words. */
export function RowHead({ form, record, href, children }: HeadProps) {
  const preview = previewOf(form, record).slice(0, PREVIEW_LENGTH).replaceAll(/\s+/g, ' ')

  return (
    <>
      <Link className="open-record" href={href} onFollow={() => openRecord(record.id)}>
        <bdi>{children}</bdi>
      </Link>
      {isNew(record) && (
        <>
          {' '}
          <span className="new-mark">New</span>
        </>
      )}
      {preview && (
        <span className="preview" dir="auto">
          {preview}
        </span>
      )}
    </>
  )
}
