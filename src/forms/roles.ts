import type { Field, Form } from './form.ts'

/** Finds fields by what they say, in the form's order. */

type Fields = Pick<Form, 'fields'>

const fieldsThat = ({ fields }: Fields, are: (field: Field) => boolean): string[] =>
  Object.entries(fields)
    .filter(([, field]) => are(field))
    .map(([name]) => name)

/** The sender's name and e-mail fields, found by their autofill tokens. */
export const personFields = (form: Fields): string[] =>
  fieldsThat(form, ({ autoComplete = '' }) => ['name', 'email'].includes(autoComplete))

export const nameField = (form: Fields): string | undefined =>
  fieldsThat(form, ({ autoComplete }) => autoComplete === 'name')[0]

export const emailFields = (form: Fields): string[] =>
  fieldsThat(form, ({ control }) => control === 'email')

/** What is chosen, and what takes half a row of the form. */
export const shortFields = (form: Fields): string[] =>
  fieldsThat(form, ({ control, wide }) => control === 'select' || (control === 'line' && !wide))

export const textFields = (form: Fields): string[] =>
  fieldsThat(form, ({ control }) => control === 'text')
