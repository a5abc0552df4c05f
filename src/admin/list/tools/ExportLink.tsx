import { useState } from 'react'
import type { ListQuery } from '../../api/admin-api.ts'
import { exportAddress, exportFile } from '../../api/export.ts'
import { failureOf, type Failure } from '../../api/failure.ts'
import type { RecordSource } from '../../api/record-source.ts'
import { saveFile } from '../../parts/save-file.ts'

type State = { part: number } | { failure: Failure } | undefined

type Props = { source: RecordSource; query: ListQuery }

/** Saves as one file what the list shows, on all its pages, and says how far it is. */
export function ExportLink({ source, query }: Props) {
  const { form } = source
  const [state, setState] = useState<State>()
  const isBusy = state !== undefined && 'part' in state
  const { search, sort, status, isHeld } = query
  const shown = { search, sort, status, isHeld }
  const isNarrowed = Boolean(search ?? status ?? isHeld)
  // Without a search the file of a waitlist is that of all projects, as it always was.
  const asked = form.splitBy && !isNarrowed ? { form } : source
  const whole = form.splitBy ? 'Export all CSV' : 'Export CSV'

  async function save() {
    try {
      const file = await exportFile(asked, shown, (part) => setState({ part }))
      saveFile(file, `${form.collection}.csv`)
      setState(undefined)
    } catch (error) {
      setState({ failure: failureOf(error, 'The export failed, and no file was saved.') })
    }
  }

  return (
    <>
      <a
        className="button small"
        href={exportAddress(asked, shown)}
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        {isNarrowed ? 'Export these as CSV' : whole}
      </a>
      {isBusy && state.part > 1 && <span role="status">Reading part {state.part}…</span>}
      {state && 'failure' in state && (
        <span className="failed" role="alert">
          {state.failure.words} {wayOn[state.failure.cause]}
        </span>
      )}
    </>
  )
}

const wayOn = {
  session: 'Your session has ended: sign in again, then repeat it.',
  connection: 'Check your connection, and try again.',
  other: 'Try again.',
} as const
