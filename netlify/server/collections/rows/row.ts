import type { Form } from '#forms/form.ts'
import { personFields } from '#forms/person.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import { plainText } from '../plain-text.ts'
import type { Submission } from '#forms/submission.ts'

/** A row as it is kept in the index: a record's id, and a text for each of the index's fields. */
export type KeptRow = [id: string, ...texts: string[]]

/** A row as it is searched: `searched` are the normalised texts that say who sent the record. */
export type Row = { id: string; texts: string[]; searched: string }

/** A record's id says these already. */
const IN_ID = ['id', 'createdAt']

/** What the index holds of each record: what the table shows, and who sent it. */
export const rowFields = (form: Form): string[] => [
  ...new Set([...form.columns.filter((column) => !IN_ID.includes(column)), ...personFields(form)]),
]

/** A submission's row: its id, and a text for each of the fields. */
export const keptRow = (submission: Submission, fields: readonly string[]): KeptRow => [
  submission.id,
  ...fields.map((field) => plainText(submission[field])),
]

/** How a form's kept rows become searchable ones. */
export function rowFrom(form: Form): (kept: KeptRow) => Row {
  const person = new Set(personFields(form))
  const indexes = rowFields(form).flatMap((field, index) => (person.has(field) ? [index] : []))
  return ([id, ...texts]) => {
    // No such answer holds a line break, so a search never matches across two of them.
    const searched = normalizeForSearch(indexes.map((index) => texts[index]).join('\n'))
    return { id, texts, searched }
  }
}
