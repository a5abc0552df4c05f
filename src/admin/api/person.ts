import type { Form } from '#forms/form.ts'
import { personFields } from '#forms/person.ts'
import type { StoredRecord } from './admin-api.ts'

const textsOf = (form: Form, record: StoredRecord) =>
  personFields(form)
    .map((key) => record[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')

/** Who sent it, in one word: the name, or the address where the form asks for that first. */
export const named = (form: Form, record: StoredRecord): string =>
  textsOf(form, record)[0] ?? record.id

/** Who sent it, by name and address. */
export const who = (form: Form, record: StoredRecord): string =>
  textsOf(form, record).join(', ') || record.id
