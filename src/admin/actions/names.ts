import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { personName, personTexts } from '../api/inbox-record.ts'

/** Whose records an action is about. */

/** The names of the first records, and how many others there are. */
export function namesInWords(form: Form, all: readonly InboxRecord[], most: number, mark: string) {
  const names = all.slice(0, most).map((record) => personName(form, record))
  return `${names.join(mark)}${all.length > most ? ` and ${all.length - most} more` : ''}`
}

/** The sender's name and email address, as far as they are known; else the id. */
export const personInFull = (form: Form, record: InboxRecord): string =>
  personTexts(form, record).join(', ') || record.id
