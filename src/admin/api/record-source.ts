import type { Form } from '#forms/form.ts'

/** Whose records a table shows: a form's, or those of one of its projects. */
export type Collection = { form: Form; project?: string }

/** Below /api/admin/. */
export const pathOf = ({ form }: Collection) =>
  form.splitBy ? `${form.collection}/entries` : form.collection

/** What the list's address needs besides. */
export const projectQuery = ({ form, project }: Collection): Record<string, string> =>
  form.splitBy && project ? { [form.splitBy]: project } : {}

/** The head of a table's column. */
export function headOf(form: Form, column: string): string {
  const field = form.fields[column]
  if (field) return field.column ?? field.label
  return column === 'id' ? 'Id' : 'Created'
}

/** The column that opens a record: the first one that means something to a person. */
export const mainColumn = ({ columns }: Form) => columns.find((column) => column !== 'id') ?? 'id'
