import type { MouseEvent, ReactNode } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { isNew, previewOf } from '../api/inbox-record.ts'
import { opensElsewhere } from '../parts/link-click.ts'
import { openRecord } from '../route/navigation.ts'

const PREVIEW_LENGTH = 160

type Props = {
  form: Form
  record: InboxRecord
  href: string
  children: ReactNode
}

/** A link to the record with its sender, a mark if it is new, and its first words. */
export function RowHead({ form, record, href, children }: Props) {
  const preview = previewOf(form, record).slice(0, PREVIEW_LENGTH).replaceAll(/\s+/g, ' ')

  function open(event: MouseEvent) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    openRecord(record.id)
  }

  return (
    <>
      <a className="open-record" href={href} onClick={open}>
        <bdi>{children}</bdi>
      </a>
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
