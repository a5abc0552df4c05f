import { useEffect, useRef, useState, type RefObject } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { lookAtCounts } from '../api/counts.ts'
import { remove, type RecordAction } from '../actions/record-action.ts'
import { useBatch, type BatchOutcome } from '../actions/use-batch.ts'
import { personInFull } from '../api/inbox-record.ts'
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
  const [announcement, setAnnouncement] = useState({ page: '', words: '', isForAll: false })
  /** Where the first of the rows was that are leaving. */
  const firstRow = useRef<number>(undefined)
  const { progress, problem, run, stop, dismiss } = useBatch({
    source,
    isHeld,
    page: key,
    onDone(action, id, changed) {
      if (changed?.state) change(id, changed.state)
      if (action.leaves) leave(id)
    },
    onGone: leave,
  })

  function leave(id: string) {
    drop(id)
    selection.drop(id)
  }

  useEffect(() => {
    if (progress || firstRow.current === undefined) return
    restoreFocus(table.current, firstRow.current)
    firstRow.current = undefined
  }, [progress, records, table])

  /** Says what was done, and what was gone before. */
  function announce(action: RecordAction | undefined, { done, gone }: BatchOutcome) {
    const words = [
      action && done.length > 0 && `${action.done} ${inWords(source, done)}`,
      gone.length > 0 && `Already gone: ${inWords(source, gone)}`,
    ].filter((one) => one !== false && one !== undefined)
    if (words.length === 0) return
    setAnnouncement({ page: key, words: words.join('. '), isForAll: gone.length > 0 })
    // What fails here comes with the next look at the counts.
    lookAtCounts(source).catch(() => undefined)
  }

  async function act(action: RecordAction, chosen: readonly InboxRecord[]) {
    setToDelete([])
    const at = records.findIndex(({ id }) => id === chosen[0]?.id)
    firstRow.current = at
    const neighbour = records[at + 1] ?? records[at - 1]
    const outcome = await run(action, chosen)
    announce(action, outcome)
    const left = [...(action.leaves ? outcome.done : []), ...outcome.gone]
    // Whatever comes behind an emptied page moves up.
    if (left.length > 0 && left.length === records.length) reload()
    if (!left.some(({ id }) => id === $route.get().record)) return
    if (neighbour) switchRecord(neighbour.id)
    else closeRecord()
  }

  /** Lets the row go of a record that turned out to be gone when it was opened. */
  function letGo(id: string) {
    const at = records.findIndex((one) => one.id === id)
    const record = records[at]
    if (!record) return
    firstRow.current = at
    leave(id)
    announce(undefined, { done: [], gone: [record] })
  }

  return {
    act,
    letGo,
    stop,
    progress,
    problem,
    dismiss,
    /** Selected for deletion: what the question is about. */
    toDelete,
    askToDelete: setToDelete,
    confirmDelete: () => void act(remove, toDelete),
    keep: () => setToDelete([]),
    /** What was done, in words, on the page that is shown. */
    announcement: announcement.page === key ? announcement.words : '',
    /** Nobody sees by a row that leaves that it was gone before. */
    isForAll: announcement.page === key && announcement.isForAll,
  }
}

const inWords = ({ form }: RecordSource, [first, ...others]: readonly InboxRecord[]) =>
  first && others.length === 0
    ? `the ${form.noun} of ${personInFull(form, first)}`
    : `${others.length + 1} ${form.plural}`
