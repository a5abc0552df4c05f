import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { lookAtCounts, type RecordSource } from '../api/lists.ts'
import { personInFull } from '../api/inbox-record.ts'
import { closeRecord, switchRecord } from '../route/navigation.ts'
import { $route } from '../route/route.ts'
import { runBatch, type BatchProblem, type BatchProgress } from './batch.ts'
import type { RecordAction } from './record-action.ts'

type Ids = ReadonlySet<string>
type Announcement = { words: string; isVisible: boolean }

/** What belongs to one page of the list. */
type OfPage<T> = T & { page: string }

type ListState = {
  /** The key of the shown page. */
  page: string
  selection: OfPage<{ ids: Ids }>
  /** The records that the question before a delete is about. */
  toDelete: readonly InboxRecord[]
  progress: BatchProgress | undefined
  problem: OfPage<BatchProblem> | undefined
  announcement: OfPage<Announcement> | undefined
}

/** The shown page, and the ways to change it. */
type ShownPage = {
  key: string
  isHeld: boolean
  records: readonly InboxRecord[]
  reload: () => void
  drop: (id: string) => void
  change: (id: string, state: RecordState) => void
}

const NONE: Ids = new Set()

/** What is selected, asked and done in one open list; each part of the list reads what it needs. */
export function openList(source: RecordSource) {
  const $state = atom<ListState>({
    page: '',
    selection: { page: '', ids: NONE },
    toDelete: [],
    progress: undefined,
    problem: undefined,
    announcement: undefined,
  })
  const set = (part: Partial<ListState>) => $state.set({ ...$state.get(), ...part })
  let shown: ShownPage | undefined
  /** A range begins here. */
  let lastPicked = ''
  /** The index of the first row that was acted on, until the focus is restored. */
  let firstRow: number | undefined
  /** A batch waits for those before it. */
  let queue: Promise<unknown> = Promise.resolve()
  const queued = new Set<string>()
  /** Batches that are running or waiting. */
  let batches = 0
  let isStopped = false

  function changeSelection(edit: (ids: Set<string>) => void) {
    const ids = new Set(selectedIn($state.get()))
    edit(ids)
    set({ selection: { page: $state.get().page, ids } })
  }

  /** Removes a row after the server has confirmed it. */
  function leave(id: string) {
    shown?.drop(id)
    changeSelection((ids) => ids.delete(id))
  }

  /** Runs it after the batches before it; a record that is queued already is not done twice. */
  function inQueue(
    asked: readonly InboxRecord[],
    run: (records: readonly InboxRecord[]) => Promise<void>,
  ): Promise<void> {
    const records = asked.filter(({ id }) => !queued.has(id))
    for (const { id } of records) queued.add(id)
    const running = queue.then(() => run(records))
    queue = running.finally(() => {
      for (const { id } of records) queued.delete(id)
    })
    return running
  }

  function announce(page: string, words: string[], isVisible: boolean) {
    if (words.length === 0) return
    set({ announcement: { page, words: words.join('. '), isVisible } })
    // After a failure, the next poll reads the counts.
    lookAtCounts(source).catch(() => undefined)
  }
  const alreadyGone = (gone: readonly InboxRecord[]) =>
    gone.length > 0 ? [`Already gone: ${inWords(source, gone)}`] : []

  return {
    source,
    $state,
    show(page: ShownPage) {
      shown = page
      if (page.key !== $state.get().page) set({ page: page.key })
    },
    /** Selects or deselects this record; a range covers all up to the one picked last. */
    pick(id: string, isRange: boolean) {
      const inOrder = isRange ? (shown?.records ?? []).map((one) => one.id) : []
      const isWanted = !selectedIn($state.get()).has(id)
      const [from, to] = [inOrder.indexOf(lastPicked), inOrder.indexOf(id)]
      const range = inOrder.slice(Math.min(from, to), Math.max(from, to) + 1)
      lastPicked = id
      changeSelection((ids) => {
        for (const one of from < 0 || to < 0 ? [id] : range) {
          if (isWanted) ids.add(one)
          else ids.delete(one)
        }
      })
    },
    select: (ids: readonly string[]) =>
      set({ selection: { page: $state.get().page, ids: new Set(ids) } }),
    confirmDelete: (records: readonly InboxRecord[]) => set({ toDelete: records }),
    keep: () => set({ toDelete: [] }),
    /** Finishes the current record and skips the rest. */
    stop: () => {
      isStopped = true
    },
    dismiss: () => set({ problem: undefined }),
    /** Offers the rest once it may succeed; the user may have changed their mind. */
    offerRest: () => {
      const { problem } = $state.get()
      const failure = problem && { ...problem.failure, cause: 'other' as const }
      set({ problem: problem?.rest && failure && { ...problem, failure } })
    },
    /** Does it, and opens the neighbour of an open record that leaves. */
    act(action: RecordAction, chosen: readonly InboxRecord[]): Promise<void> {
      set({ toDelete: [] })
      const { key: page = '', isHeld = false, records: rows = [], reload } = shown ?? {}
      const at = rows.findIndex(({ id }) => id === chosen[0]?.id)
      firstRow = at
      const neighbour = rows[at + 1] ?? rows[at - 1]
      batches++
      return inQueue(chosen, async (records) => {
        isStopped = false
        set({ problem: undefined })
        const { done, gone, problem } = await runBatch({
          ...{ source, isHeld, action, records },
          isStopped: () => isStopped,
          onProgress: (progress) => set({ progress }),
          onDone(id, changed) {
            if (changed?.state) shown?.change(id, changed.state)
            if (action.leaves) leave(id)
          },
          onGone: leave,
        })
        batches--
        // From here on without a pause: a record that left must not be drawn as idle. Between two
        // batches the progress stays, since the focus is restored once there is none.
        const progress = batches > 0 ? $state.get().progress : undefined
        set({ progress, problem: problem && { ...problem, page } })
        const words = done.length > 0 ? [`${action.done} ${inWords(source, done)}`] : []
        announce(page, [...words, ...alreadyGone(gone)], gone.length > 0)
        const left = [...(action.leaves ? done : []), ...gone]
        // The records after an emptied page move up.
        if (left.length > 0 && left.length === rows.length) reload?.()
        if (!left.some(({ id }) => id === $route.get().record)) return
        if (neighbour) switchRecord(neighbour.id)
        else closeRecord()
      })
    },
    change: (id: string, state: RecordState) => shown?.change(id, state),
    /** Removes the row of a record that was already gone when it was opened. */
    removeRow: (id: string) => {
      const { key = '', records = [] } = shown ?? {}
      const at = records.findIndex((one) => one.id === id)
      const record = records[at]
      if (!record) return
      firstRow = at
      leave(id)
      announce(key, alreadyGone([record]), true)
    },
    reload: () => shown?.reload(),
    /** The index of the row that gets the focus after an action; then it is forgotten. */
    takeFirstRow() {
      const at = firstRow
      firstRow = undefined
      return at
    },
  }
}

export type OpenList = ReturnType<typeof openList>

export const selectedIn = ({ selection, page }: ListState): Ids =>
  selection.page === page ? selection.ids : NONE

/** The action that is being done, or about to be done, with this record. */
export const runningIn = ({ progress }: ListState, id: string): RecordAction | undefined =>
  progress?.ids.has(id) ? progress.action : undefined

/** What could not be done on the shown page. */
export const problemIn = ({ problem, page }: ListState): BatchProblem | undefined =>
  problem?.page === page ? problem : undefined

/** What was done on the shown page. */
export const announcementIn = ({ announcement, page }: ListState): Announcement | undefined =>
  announcement?.page === page ? announcement : undefined

/** A part of the list's state; the component is drawn again only when that part changes. */
export const useList = <T>({ $state }: OpenList, part: (state: ListState) => T): T =>
  useSyncExternalStore(
    (onChange) => $state.listen(onChange),
    () => part($state.get()),
  )

const inWords = ({ form }: RecordSource, [first, ...others]: readonly InboxRecord[]) =>
  first && others.length === 0
    ? `the ${form.noun} of ${personInFull(form, first)}`
    : `${others.length + 1} ${form.plural}`
