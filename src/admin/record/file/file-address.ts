import type { Form } from '#forms/form.ts'

/** Where the file of a record is: a download, or in a frame of the dashboard the file itself. */
export const fileAddress = ({ collection }: Form, id: string): string =>
  `/api/admin/${collection}/${encodeURIComponent(id)}/resume`

/** The field of a form that takes a file; undefined where none does. */
export const fileField = ({ fields }: Form): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.control === 'file')
