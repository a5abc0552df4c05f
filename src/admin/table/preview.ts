import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { previewField } from '../record/columns.ts'

/** More than this no row shows. */
const LENGTH = 160

/** The first words of the first long answer, in one line. */
export function previewOf(form: Form, record: InboxRecord): string {
  const name = previewField(form, record)
  return name ? String(record[name]).slice(0, LENGTH).replaceAll(/\s+/g, ' ') : ''
}
