import { useEffect, useRef, useState, type RefObject } from 'react'
import type { InboxRecord } from '../api/inbox-record.ts'
import { lookAtCounts } from '../api/counts.ts'
import { remove, type RecordAction } from '../actions/record-action.ts'
import { useBatch } from '../actions/use-batch.ts'
import { personInFull } from '../api/person.ts'
import type { RecordSource } from '../api/record-source.ts'
import { closeRecord, switchRecord } from '../route/navigation.ts'
import { $route } from '../route/route.ts'
import { restoreFocus } from '../table/row-focus.ts'
import type { Selection } from '../table/use-selection.ts'
import type { useRecords } from './use-records.ts'

type Options = {
  source: RecordSource
  isHeld: boolean
  list: ReturnType<typeof useRecords>
  selection: Selection
  table: RefObject<HTMLDivElement | null>
}

/**
 * Whatever is done with records, from the question before a delete to the row that gets the focus
 * after it. What is open or focused and gone is followed by its neighbour.
 */
export function useRecordActions({ source, isHeld, list, selection, table }: Options) {
  const { key, records, reload, drop, change } = list
  const [toDelete, setToDelete] = useState<readonly InboxRecord[]>([])
  const [announcement, setAnnouncement] = useState({ page: '', words: '' })
  /** Where the first of the rows was that are leaving. */
  const firstRow = useRef<number>(undefined)
  const { progress, problem, run, stop, dismiss } = useBatch({
    source,
    isHeld,
    page: key,
    onDone(action, id, changed) {
      if (changed?.state) change(id, changed.state)
      if (!action.leaves) return
      drop(id)
      selection.drop(id)
    },
  })

  useEffect(() => {
    if (progress || firstRow.current === undefined) return
    restoreFocus(table.current, firstRow.current)
    firstRow.current = undefined
  }, [progress, table])

  async function act(action: RecordAction, chosen: readonly InboxRecord[]) {
    setToDelete([])
    const at = records.findIndex(({ id }) => id === chosen[0]?.id)
    if (action.leaves) firstRow.current = at
    const neighbour = records[at + 1] ?? records[at - 1]
    const { done, gone } = await run(action, chosen)
    if (done.length > 0) {
      const were = gone.length === done.length ? 'Already deleted:' : action.done
      setAnnouncement({ page: key, words: `${were} ${inWords(source, done)}` })
      // What fails here comes with the next look at the counts.
      lookAtCounts(source).catch(() => undefined)
    }
    if (!action.leaves) return
    // Whatever comes behind an emptied page moves up.
    if (done.length === records.length) reload()
    if (!done.some(({ id }) => id === $route.get().record)) return
    if (neighbour) switchRecord(neighbour.id)
    else closeRecord()
  }

  return {
    act,
    stop,
    progress,
    problem,
    dismiss,
    reload: () => {
      dismiss()
      reload()
    },
    /** Selected for deletion: what the question is about. */
    toDelete,
    askToDelete: setToDelete,
    confirmDelete: () => void act(remove, toDelete),
    keep: () => setToDelete([]),
    /** What was done, in words, on the page that is shown. */
    announcement: announcement.page === key ? announcement.words : '',
  }
}

const inWords = ({ form }: RecordSource, [first, ...others]: readonly InboxRecord[]) =>
  first && others.length === 0
    ? `the ${form.noun} of ${personInFull(form, first)}`
    : `${others.length + 1} ${form.plural}`
