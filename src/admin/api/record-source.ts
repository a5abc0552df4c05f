import type { Form } from '#forms/form.ts'

/** Which records a list shows: those of a form, or of one of its projects (by its slug). */
export type RecordSource<F extends Form = Form> = { form: F; project?: string }

/** The address of a list below /api/admin/, without its query. */
export const listPath = ({ form }: RecordSource): string =>
  form.splitBy ? `${form.collection}/entries` : form.collection

/** The part of a list's query that names the project. */
export const projectQuery = ({ form, project }: RecordSource): Record<string, string> =>
  form.splitBy && project ? { [form.splitBy]: project } : {}
