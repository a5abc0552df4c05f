import { useEffect, useState } from 'react'
import type { Form } from '#forms/form.ts'
import { deleteRecord, inWords, listRecords, type RecordPage } from './admin-api.ts'

/** Rows of one page of a table. */
const PAGE_SIZE = 50

type State =
  | { step: 'loading' }
  | { step: 'failed'; problem: string }
  | ({ step: 'loaded'; problem: string } & RecordPage)

/** One page of a form's records, and the way to delete one of them. */
export function useRecords(form: Form, after: string | undefined) {
  const [state, setState] = useState<State>({ step: 'loading' })
  const [deleting, setDeleting] = useState<string>()

  useEffect(() => {
    let isWanted = true
    const show = (next: State) => {
      if (isWanted) setState(next)
    }
    show({ step: 'loading' })
    listRecords(form.collection, PAGE_SIZE, after).then(
      (page) => show({ step: 'loaded', problem: '', ...page }),
      (error: unknown) => show({ step: 'failed', problem: inWords(error, 'Request failed') }),
    )
    return () => {
      isWanted = false
    }
  }, [form, after])

  /** Takes the row out only after the server has confirmed; resolves to whether it has. */
  async function remove(id: string): Promise<boolean> {
    setDeleting(id)
    try {
      await deleteRecord(form.collection, id)
      setState((now) => (now.step === 'loaded' ? without(now, id) : now))
      return true
    } catch (error) {
      const problem = inWords(error, `Failed to delete ${form.noun}`)
      setState((now) => (now.step === 'loaded' ? { ...now, problem } : now))
      return false
    } finally {
      setDeleting(undefined)
    }
  }

  return { state, deleting, remove }
}

const without = (now: Extract<State, { step: 'loaded' }>, id: string): State => ({
  ...now,
  problem: '',
  items: now.items.filter((item) => item.id !== id),
  total: now.total - 1,
})
