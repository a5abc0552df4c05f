import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel, textFields } from '#forms/roles.ts'

export function columnLabel(form: Form, column: string): string {
  const field = form.fields[column]
  if (field) return shortLabel(field)
  return column === 'id' ? 'Id' : 'Created'
}

/** The column that opens a record: the first one but the id. */
export const mainColumn = ({ columns }: Form): string =>
  columns.find((column) => column !== 'id') ?? 'id'

/** The first long answer that is not empty. */
export const previewField = (form: Form, record: InboxRecord): string | undefined =>
  textFields(form).find((name) => typeof record[name] === 'string' && record[name] !== '')
