import type { Form } from '#forms/form.ts'
import { personFields } from '#forms/person.ts'
import { fold } from '../normalize-for-search.ts'
import { plainText } from '../plain-text.ts'
import type { Submission } from '#server/submissions/submission.ts'

/** A row as it is kept in the index: a record's id, and a text for each of the index's fields. */
export type KeptRow = [id: string, ...texts: string[]]

/** A row as it is searched: `sought` are the folded texts that say who sent the record. */
export type Row = { id: string; texts: string[]; sought: string }

/** These say where a record stands in the list, and its id says that already. */
const PLACES = ['id', 'createdAt']

/** What the index holds of each record: what the table shows, and who sent it. */
export const rowFields = (form: Form): string[] => [
  ...new Set([...form.columns.filter((column) => !PLACES.includes(column)), ...personFields(form)]),
]

export const keptRow = (submission: Submission, fields: readonly string[]): KeptRow => [
  submission.id,
  ...fields.map((field) => plainText(submission[field])),
]

/** How a form's kept rows become searchable ones. */
export function rowFrom(form: Form): (kept: KeptRow) => Row {
  const who = new Set(personFields(form))
  const places = rowFields(form).flatMap((field, place) => (who.has(field) ? [place] : []))
  return ([id, ...texts]) => {
    // No such answer holds a line break, so a search never matches across two of them.
    const sought = fold(places.map((place) => texts[place]).join('\n'))
    return { id, texts, sought }
  }
}
