import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel } from '#forms/in-words.ts'
import { personFields, textFields } from '#forms/roles.ts'
import type { Status } from '#forms/statuses.ts'

/** Nobody has opened it yet. */
export const isNew = ({ state }: InboxRecord): boolean => state?.seenAt === null

/** The studio has noted something. */
export const hasNote = ({ hasNote, note }: RecordState): boolean => hasNote ?? Boolean(note)

/** What the sender was shown: the end of the id. */
export const referenceOf = (id: string): string => id.slice(id.indexOf('-') + 1)

const textsOf = (form: Form, record: InboxRecord) =>
  personFields(form)
    .map((key) => record[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')

/** Whether a view with this status still shows the record after a change. */
export function belongs({ state }: InboxRecord, status: Status | undefined): boolean {
  if (!state || !status) return true
  if (status === 'new') return !state.seenAt
  return (status === 'answered') === Boolean(state.answeredAt)
}

/** The sender's name, or the email address where the form asks for that first; else the id. */
export const personName = (form: Form, record: InboxRecord): string =>
  textsOf(form, record)[0] ?? record.id

/** The names of the first records, and how many others there are. */
export function namesInWords(form: Form, all: readonly InboxRecord[], most: number, mark: string) {
  const names = all.slice(0, most).map((record) => personName(form, record))
  return `${names.join(mark)}${all.length > most ? ` and ${all.length - most} more` : ''}`
}

/** The sender's name and email address, as far as they are known; else the id. */
export const personInFull = (form: Form, record: InboxRecord): string =>
  textsOf(form, record).join(', ') || record.id

/** The column that opens a record: the first one but the id. */
export const mainColumn = ({ columns }: Form): string =>
  columns.find((column) => column !== 'id') ?? 'id'

/** The first long answer that is not empty. */
export function previewOf(form: Form, record: InboxRecord): string {
  const name = textFields(form).find((one) => record[one])
  return name ? String(record[name]) : ''
}

/**
 * What the list shows of the answers, besides the person. Of two with one label, such as a role and
 * its slug, one is enough.
 */
export const shortAnswers = (form: Form, record: InboxRecord): string =>
  form.columns
    .filter((name) => name in form.fields && !personFields(form).includes(name))
    .filter(
      (name, at, all) => all.findIndex((one) => labelOf(form, one) === labelOf(form, name)) === at,
    )
    .map((name) => inWords(form, name, record[name]))
    .filter(Boolean)
    .join(' · ')

const labelOf = ({ fields }: Form, name: string) => fields[name]?.label

/** A bare number says nothing without its unit: “10 years”. */
function inWords(form: Form, name: string, answer: unknown): string {
  if (typeof answer !== 'string') return ''
  if (form.fields[name]?.inputMode !== 'numeric' || !/^\d+\+?$/.test(answer)) return answer
  const unit = shortLabel(form, name).toLowerCase()
  return `${answer} ${answer === '1' ? unit.replace(/s$/, '') : unit}`
}
