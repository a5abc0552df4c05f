import type { InboxRecord } from '#api/admin-contract.ts'
import type { Field, Form } from '#forms/form.ts'
import { fullLabel } from '#forms/in-words.ts'
import { storedKeys } from '#forms/submission.ts'
import { display } from '../parts/display.tsx'
import { mailTo } from './mail.ts'
import { StoredFile } from './StoredFile.tsx'

type Props = { form: Form; record: InboxRecord }

/** Every stored field: first those of the form in its order, then all others. */
export function Fields({ form, record }: Props) {
  const known = new Set([...storedKeys(form), 'id', 'createdAt', 'signals', 'state', 'told'])
  const others = Object.keys(record).filter((key) => !known.has(key))
  return (
    <dl className="fields">
      {Object.entries(form.fields).map(([name, field]) => (
        <div key={name} data-control={field.control}>
          <dt>{fullLabel(form, name)}</dt>
          <dd dir="auto">
            {field.control === 'file' ? (
              <StoredFile form={form} name={name} record={record} />
            ) : (
              <Answer control={field.control} value={record[name]} />
            )}
          </dd>
        </div>
      ))}
      {others.map((key) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{display(record[key])}</dd>
        </div>
      ))}
      <div>
        <dt>Created</dt>
        <dd>{display(record.createdAt)}</dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd className="note">{record.id}</dd>
      </div>
    </dl>
  )
}

type AnswerProps = { control: Field['control']; value: unknown }

/** An answer as it was given; addresses are links. */
function Answer({ control, value }: AnswerProps) {
  if (typeof value !== 'string' || value === '') return display(value)
  if (control === 'email') return <a href={mailTo(value)}>{value}</a>
  if (control === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>
  if (control === 'url' && isWebAddress(value)) {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )
  }
  return display(value)
}

/** Other schemes, such as javascript:, make no link. */
const isWebAddress = (value: string) =>
  ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')
