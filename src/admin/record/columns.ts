import type { Form } from '#forms/form.ts'

/** The words above a table's column: its field's, `Id` or `Created`. */
export function columnLabel(form: Form, column: string): string {
  const field = form.fields[column]
  if (field) return field.column ?? field.label
  return column === 'id' ? 'Id' : 'Created'
}

/** The column that opens a record: the first one that means something to a person. */
export const mainColumn = ({ columns }: Form): string =>
  columns.find((column) => column !== 'id') ?? 'id'
