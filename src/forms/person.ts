import type { Form } from './form.ts'

/** Autofill tokens that say an answer is who sent it. */
const PERSON_TOKENS = ['name', 'email']

/** The fields that hold the sender's name and e-mail address, in the form's order. */
export const personFields = (form: Pick<Form, 'fields'>): string[] =>
  Object.entries(form.fields)
    .filter(([, field]) => PERSON_TOKENS.includes(field.autoComplete ?? ''))
    .map(([name]) => name)
