import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { shortLabel } from '#forms/in-words.ts'
import { emailFields, personFields, shortFields, textFields } from '#forms/roles.ts'
import type { Status } from '#forms/statuses.ts'

/** Nobody has opened it yet. */
export const isNew = ({ state }: InboxRecord): boolean => state?.seenAt === null

/** The sender's name and email address, as far as they are known. */
export const personTexts = (form: Form, record: InboxRecord): string[] =>
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
  personTexts(form, record)[0] ?? record.id

/** The first long answer that is not empty. */
export function previewOf(form: Form, record: InboxRecord): string {
  const name = textFields(form).find((one) => record[one])
  return name ? String(record[name]) : ''
}

const MOST_LETTERS = 160

/** The beginning of a long answer, in one line; a last word of up to 30 letters stays whole. */
export function firstWords(text: string): string {
  // Whole characters; some take two places of a text.
  const letters = Array.from(text.slice(0, 2 * MOST_LETTERS + 2))
  if (letters.length <= MOST_LETTERS) return inOneLine(text)
  const blank = letters
    .slice(0, MOST_LETTERS + 1)
    .join('')
    .search(/\s\S{0,30}$/)
  const end = blank < 0 ? letters.slice(0, MOST_LETTERS).join('') : text.slice(0, blank)
  return `${inOneLine(end.trimEnd())}…`
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

export function addressOfSender(form: Form, record: InboxRecord): string | undefined {
  const [name] = emailFields(form)
  const address = name && record[name]
  return typeof address === 'string' && address !== '' ? address : undefined
}

/**
 * What a submission is about, besides the sender's name and address: the answers that the list
 * shows, then the other short ones. An answer is there once; so is a label, which a role and its
 * slug share.
 */
export function shortAnswers(form: Form, record: InboxRecord): string {
  const said = new Set<unknown>(['', personName(form, record), addressOfSender(form, record)])
  const words: string[] = []
  for (const name of [...form.columns, ...shortFields(form)]) {
    const [label, answer] = [form.fields[name]?.label, record[name]]
    if (!label || typeof answer !== 'string' || said.has(label) || said.has(answer)) continue
    said.add(label).add(answer)
    words.push(inWords(form, name, answer))
  }
  return words.join(' · ')
}

/** A bare number says nothing without its unit: “10 years”. What is no column says its label. */
function inWords(form: Form, name: string, answer: string): string {
  const label = shortLabel(form, name)
  if (form.fields[name]?.inputMode === 'numeric' && /^\d+\+?$/.test(answer)) {
    const unit = label.toLowerCase()
    return `${answer} ${answer === '1' ? unit.replace(/s$/, '') : unit}`
  }
  return form.columns.includes(name) ? answer : `${label}: ${answer}`
}
