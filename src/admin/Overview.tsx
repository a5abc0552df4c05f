import { useEffect, useState, type CSSProperties } from 'react'
import type { Form } from '#forms/form.ts'
import { forms as all } from '#forms/index.ts'
import { inWords, listRecords } from './admin-api.ts'
import { Loading } from './Loading.tsx'
import { goTo } from './place.ts'

const forms = all.filter(({ splitBy }) => !splitBy)

type State =
  { step: 'loading' } | { step: 'failed'; problem: string } | { step: 'loaded'; totals: number[] }

/** A card for every collection, with its exact number of records. */
export function Overview() {
  const [state, setState] = useState<State>({ step: 'loading' })
  useEffect(() => {
    let isWanted = true
    Promise.all(forms.map((form) => listRecords(form.collection, 1))).then(
      (pages) => isWanted && setState({ step: 'loaded', totals: pages.map(({ total }) => total) }),
      (error: unknown) =>
        isWanted && setState({ step: 'failed', problem: inWords(error, 'Request failed') }),
    )
    return () => {
      isWanted = false
    }
  }, [])
  if (state.step === 'loading') return <Loading words="Counting records…" />
  if (state.step === 'failed') {
    return (
      <p className="nt bad" role="alert">
        {state.problem}
      </p>
    )
  }
  return (
    <>
      <h2 className="vh">Overview</h2>
      <ul className="counts">
        {forms.map((form, i) => (
          <li key={form.name}>
            <Count form={form} total={state.totals[i] ?? 0} />
          </li>
        ))}
      </ul>
      <p className="note">
        One stroke is one record, above {MOST_STROKES} ten. Every tenth is long.
      </p>
    </>
  )
}

/** More strokes than this would leave the card: then one stands for ten. */
const MOST_STROKES = 250

function Count({ form, total }: { form: Form; total: number }) {
  const strokes = total > MOST_STROKES ? Math.ceil(total / 10) : total
  return (
    <button type="button" onClick={() => goTo({ tab: form.name })}>
      <b>{total.toLocaleString()}</b>
      <span>{capitalised(form.noun)}s</span>
      <i aria-hidden="true" style={{ '--strokes': strokes } as CSSProperties} />
    </button>
  )
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
