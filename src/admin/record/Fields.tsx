import type { ReactNode } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Field, Form } from '#forms/form.ts'
import { fullLabel } from '#forms/in-words.ts'
import { storedKeys } from '#forms/submission.ts'
import { dateOrText } from '../parts/display.tsx'
import { referenceOf } from '#api/record-id.ts'
import { mailTo } from '../actions/to-sender.ts'
import { StoredFile } from './StoredFile.tsx'

/**
 * Every stored field: first what was written, then what the list shows, the other short answers,
 * what the page knew without asking, and all others. Empty answers share a line.
 */
export function Fields({ form, record }: { form: Form; record: InboxRecord }) {
  const known = [...storedKeys(form), 'id', 'createdAt', 'signals', 'state', 'told', 'receipt']
  const others = Object.keys(record).filter((key) => !known.includes(key))
  const given = Object.entries(form.fields)
    .filter(([name, { control }]) => control === 'file' || !isEmpty(record[name]))
    .sort(([a], [b]) => rank(form, a) - rank(form, b))
  const missing = Object.keys(form.fields).filter((name) => !given.some(([one]) => one === name))
  return (
    <dl className="fields">
      {given.map(([name, field]) => (
        <div key={name} data-control={field.control}>
          <dt>{fullLabel(form, name)}</dt>
          <dd dir="auto">
            {field.control === 'file' ? (
              <StoredFile {...{ form, name, record }} />
            ) : (
              <Answer control={field.control} value={record[name]} />
            )}
          </dd>
        </div>
      ))}
      {others.map((key) => (
        <Line key={key} label={key} value={dateOrText(record[key])} />
      ))}
      {missing.length > 0 && (
        <Line label="Not given" value={missing.map((name) => fullLabel(form, name)).join(', ')} />
      )}
      <Line label="Created" value={dateOrText(record.createdAt)} />
      <Line label="Reference" value={referenceOf(record.id)} />
      <Line label="Id" value={<span className="note">{record.id}</span>} />
    </dl>
  )
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** The order of the list's columns, below what was written and above the others. */
function rank({ fields, columns }: Form, name: string): number {
  const { control } = fields[name] ?? {}
  const column = columns.indexOf(name)
  if (control === 'text') return -1
  return column >= 0 ? column : columns.length + (control === 'none' ? 1 : 0)
}

const Line = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

function Answer({ control, value }: { control: Field['control']; value: unknown }) {
  if (typeof value !== 'string' || value === '') return dateOrText(value)
  if (control === 'email') return <MailLink to={value} />
  if (control === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>
  if (control === 'url') return <WebLink text={value} />
  if (control !== 'text') return dateOrText(value)
  // Every second part is an address.
  return value.split(ADDRESSES).map((part, at) => {
    if (at % 2 === 0) return part
    const isWeb = /^(http|www\.)/i.test(part)
    return isWeb ? <WebLink key={at} text={part} /> : <MailLink key={at} to={part} />
  })
}

/**
 * Addresses in a text, of pages with the brackets inside them and without the punctuation behind
 * them, and of mail.
 */
const ADDRESSES =
  /\b((?:https?:\/\/|www\.)(?:\([^\s()<>"]*\)|[^\s()<>"])*(?:\([^\s()<>"]*\)|[^\s()<>"'’”*.,:;!?\]}…])|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/i

const MailLink = ({ to }: { to: string }) => <a href={mailTo(to)}>{to}</a>

/** Other schemes, such as javascript:, make no link. */
function WebLink({ text }: { text: string }) {
  const href = text.replace(/^www/i, 'https://$&')
  if (!['http:', 'https:'].includes(URL.parse(href)?.protocol ?? '')) return text
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
