import { useEffect, useId, useState } from 'react'
import type { Form } from '#forms/form.ts'
import { inWords, readRecord, type StoredRecord } from './admin-api.ts'
import { display } from './cell.tsx'
import { Dialog } from './Dialog.tsx'

type Props = { form: Form; id: string; onClose: () => void }

type State =
  | { step: 'loading' }
  | { step: 'failed'; problem: string }
  | { step: 'loaded'; record: StoredRecord }

/** Every stored field of one record: the tables can't show a message. */
export function RecordDetail({ form, id, onClose }: Props) {
  const heading = useId()
  const [state, setState] = useState<State>({ step: 'loading' })
  useEffect(() => {
    let isWanted = true
    readRecord(form.collection, id).then(
      (record) => isWanted && setState({ step: 'loaded', record }),
      (error: unknown) =>
        isWanted && setState({ step: 'failed', problem: inWords(error, 'Request failed') }),
    )
    return () => {
      isWanted = false
    }
  }, [form, id])
  return (
    <Dialog labelledBy={heading} className="detail" onClose={onClose}>
      <div className="in-dialog">
        <div className="detail-head">
          <h2 id={heading} className="h3">
            {capitalised(form.noun)}
          </h2>
          <button type="button" className="x" aria-label="Close" onClick={onClose} />
        </div>
        {state.step === 'loading' && <p role="status">Loading…</p>}
        {state.step === 'failed' && (
          <p className="nt bad" role="alert">
            {state.problem}
          </p>
        )}
        {state.step === 'loaded' && <Fields form={form} record={state.record} />}
      </div>
    </Dialog>
  )
}

function Fields({ form, record }: { form: Form; record: StoredRecord }) {
  return (
    <dl className="fields">
      {Object.entries(form.fields).map(([name, field]) => (
        <div key={name}>
          <dt>{field.label}</dt>
          <dd>{field.control === 'email' ? <Mail to={record[name]} /> : display(record[name])}</dd>
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

const Mail = ({ to }: { to: unknown }) =>
  typeof to === 'string' ? <a href={`mailto:${encodeURIComponent(to)}`}>{to}</a> : display(to)

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
