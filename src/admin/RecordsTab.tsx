import { useState } from 'react'
import type { Form } from '#forms/form.ts'
import type { StoredRecord } from './admin-api.ts'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { Loading } from './Loading.tsx'
import { goTo, usePlace } from './place.ts'
import { RecordDetail } from './RecordDetail.tsx'
import { RecordsTable } from './RecordsTable.tsx'
import { useRecords } from './use-records.ts'

/** What came in through one form: newest first, page by page. */
export function RecordsTab({ form }: { form: Form }) {
  const { after, record: open } = usePlace()
  const { state, deleting, remove } = useRecords(form, after)
  const [doomed, setDoomed] = useState<StoredRecord>()
  const [news, setNews] = useState('')
  const here = { tab: form.name, ...(after && { after }) }

  async function confirm(record: StoredRecord) {
    setDoomed(undefined)
    if (await remove(record.id)) setNews(`Deleted the ${form.noun} of ${who(form, record)}`)
  }

  if (state.step === 'loading') return <Loading words={`Loading ${form.noun}s…`} />
  return (
    <>
      <div className="ph2">
        <h2>{form.tab}</h2>
        {state.step === 'loaded' && <p className="tn soft">{counted(state.total)}</p>}
      </div>
      {state.step === 'loaded' && (
        <>
          {state.items.length > 0 ? (
            <RecordsTable
              form={form}
              records={state.items}
              deleting={deleting}
              onOpen={(record) => goTo({ ...here, record: record.id })}
              onDelete={setDoomed}
            />
          ) : (
            <NoRecords noun={form.noun} />
          )}
          <Pager form={form} after={after} next={state.next} />
        </>
      )}
      {state.problem && (
        <p className="nt bad" role="alert">
          {state.problem}
        </p>
      )}
      <p className="vh" role="status">
        {news}
      </p>
      {doomed && (
        <ConfirmDelete
          noun={form.noun}
          who={`${who(form, doomed)}.`}
          onConfirm={() => void confirm(doomed)}
          onKeep={() => setDoomed(undefined)}
        />
      )}
      {open && <RecordDetail key={open} form={form} id={open} onClose={() => goTo(here)} />}
    </>
  )
}

/** The first two columns say whose record it is: a name and an address. */
const who = (form: Form, record: StoredRecord) =>
  form.columns
    .slice(0, 2)
    .map((column) => record[column])
    .filter((value) => typeof value === 'string')
    .join(', ')

const counted = (total: number) => (total === 1 ? '1 record' : `${total.toLocaleString()} records`)

function NoRecords({ noun }: { noun: string }) {
  return (
    <div className="empty">
      <p className="h3">No records</p>
      <p className="soft">The first {noun} will appear here.</p>
    </div>
  )
}

type PagerProps = { form: Form; after: string | undefined; next: string | null }

function Pager({ form, after, next }: PagerProps) {
  if (!after && !next) return null
  return (
    <nav className="row pager" aria-label="Pages">
      <button
        type="button"
        className="btn sm"
        disabled={!after}
        onClick={() => goTo({ tab: form.name })}
      >
        Newest
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={!next}
        onClick={() => next && goTo({ tab: form.name, after: next })}
      >
        Older
      </button>
    </nav>
  )
}
