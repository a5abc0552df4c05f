import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel, textFields } from '#forms/roles.ts'

/** The words above a table's column: its field's, `Id` or `Created`. */
export function columnLabel(form: Form, column: string): string {
  const field = form.fields[column]
  if (field) return shortLabel(field)
  return column === 'id' ? 'Id' : 'Created'
}

/** The column that opens a record: the first one that means something to a person. */
export const mainColumn = ({ columns }: Form): string =>
  columns.find((column) => column !== 'id') ?? 'id'

/** The first long answer that was given, where the form asks for one. */
export const previewField = (form: Form, record: InboxRecord): string | undefined =>
  textFields(form).find((name) => typeof record[name] === 'string' && record[name] !== '')
