import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { fullLabel } from '#forms/in-words.ts'
import { storedKeys } from '#forms/submission.ts'
import { display } from '../parts/display.tsx'
import { Answer } from './Answer.tsx'
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
