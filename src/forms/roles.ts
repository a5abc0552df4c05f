import type { Field, Form } from './form.ts'

/** Which fields of a form say who sent it and what they want, in the form's order. */

type Fields = Pick<Form, 'fields'>

const fieldsThat = ({ fields }: Fields, are: (field: Field) => boolean): string[] =>
  Object.entries(fields)
    .filter(([, field]) => are(field))
    .map(([name]) => name)

/** The sender's name and e-mail address, by their autofill tokens. */
export const personFields = (form: Fields): string[] =>
  fieldsThat(form, ({ autoComplete = '' }) => ['name', 'email'].includes(autoComplete))

export const emailFields = (form: Fields): string[] =>
  fieldsThat(form, ({ control }) => control === 'email')

/** The long answers. */
export const textFields = (form: Fields): string[] =>
  fieldsThat(form, ({ control }) => control === 'text')

/** What a field is called where there is little room. */
export const shortLabel = ({ column, label }: Field): string => column ?? label
