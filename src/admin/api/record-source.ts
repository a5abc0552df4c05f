import type { Form } from '#forms/form.ts'

/** Whose records a list shows: all of a form's, or those of one of its projects (by its slug). */
export type RecordSource<F extends Form = Form> = { form: F; project?: string }

/** The address of a list below /api/admin/, without its query. */
export const listPath = ({ form }: RecordSource): string =>
  form.splitBy ? `${form.collection}/entries` : form.collection

/** What the list's query needs to name the project, if there is one. */
export const projectQuery = ({ form, project }: RecordSource): Record<string, string> =>
  form.splitBy && project ? { [form.splitBy]: project } : {}
