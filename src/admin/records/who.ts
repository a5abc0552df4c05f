import type { Form } from '#forms/form.ts'
import type { StoredRecord } from '../admin-api.ts'

/** Autofill tokens of the fields that say whose record it is. */
const WHO = ['name', 'email']

const textsOf = (form: Form, record: StoredRecord) =>
  Object.entries(form.fields)
    .filter(([, { autoComplete = '' }]) => WHO.includes(autoComplete))
    .sort(([, a], [, b]) => WHO.indexOf(a.autoComplete ?? '') - WHO.indexOf(b.autoComplete ?? ''))
    .map(([key]) => record[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')

/** Who sent it: the name, or where there is none the address. */
export const named = (form: Form, record: StoredRecord): string =>
  textsOf(form, record)[0] ?? record.id

/** Who sent it, with the address. */
export const who = (form: Form, record: StoredRecord): string =>
  textsOf(form, record).join(', ') || record.id
