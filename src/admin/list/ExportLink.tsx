import { useState } from 'react'
import type { Form } from '#forms/form.ts'
import { exportFile } from '../api/export.ts'

const KEPT_MS = 60_000

type State = { part: number } | { failed: true } | undefined

/** Saves all records of a form as one file, and says how far it is. */
export function ExportLink({ form }: { form: Form }) {
  const [state, setState] = useState<State>()
  const isBusy = state !== undefined && 'part' in state

  async function save() {
    try {
      const file = await exportFile(form, (part) => setState({ part }))
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `${form.collection}.csv`
      link.click()
      // The browser may still be about to read it.
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
      setState(undefined)
    } catch {
      setState({ failed: true })
    }
  }

  return (
    <>
      <a
        className="button small"
        href={`/api/admin/${form.collection}.csv`}
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        {form.splitBy ? 'Export all CSV' : 'Export CSV'}
      </a>
      {isBusy && state.part > 1 && <span role="status">Reading part {state.part}…</span>}
      {state && 'failed' in state && (
        <span className="failed" role="alert">
          The export failed, and no file was saved. Try again.
        </span>
      )}
    </>
  )
}
