import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { lookAtCounts, type RecordSource } from '../api/lists.ts'
import { personName } from '../api/inbox-record.ts'
import { closeRecord, showReleased, switchRecord } from '../route/navigation.ts'
import { $route, replaceRoute, type DashboardRoute } from '../route/route.ts'
import { between, picked } from './picking.ts'
import { runBatch, type BatchProblem, type BatchProgress } from './batch.ts'
import { release, type RecordAction } from './record-action.ts'

type Ids = ReadonlySet<string>
/** What was done, and how to take it back; with neither, only screen readers hear it. */
type Outcome = { words: string; undo?: () => Promise<void> }

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
  outcome: Outcome | undefined
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

const SAID_FOR_MS = 8_000

/** What is selected, asked and done in one open list; each part of the list reads what it needs. */
export function openList(source: RecordSource) {
  const $state = atom<ListState>({
    page: '',
    selection: { page: '', ids: NONE },
    toDelete: [],
    progress: undefined,
    problem: undefined,
    outcome: undefined,
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

  const select = (ids: readonly string[]) =>
    set({ selection: { page: $state.get().page, ids: new Set(ids) } })

  /** Removes a row after the server has confirmed it. */
  function leave(id: string) {
    shown?.drop(id)
    select([...selectedIn($state.get())].filter((one) => one !== id))
  }

  /** Runs it after the batches before it; a record that is queued already is not done twice. */
  function inQueue(
    asked: readonly InboxRecord[],
    run: (records: readonly InboxRecord[]) => Promise<void>,
  ): Promise<void> {
    const records = asked.filter(({ id }) => !queued.has(id))
    batches++
    for (const { id } of records) queued.add(id)
    const running = queue.then(() => run(records))
    queue = running.finally(() => {
      for (const { id } of records) queued.delete(id)
    })
    return running
  }

  /** Says for a while what was done. */
  function say(words: string[], undo?: () => Promise<void>) {
    if (words.length === 0) return
    const outcome = { words: words.join('. '), ...(undo && { undo }) }
    set({ outcome })
    setTimeout(() => {
      if ($state.get().outcome === outcome) set({ outcome: undefined })
    }, SAID_FOR_MS)
    // After a failure, the next poll reads the counts.
    lookAtCounts(source).catch(() => undefined)
  }
  const alreadyGone = (gone: readonly InboxRecord[]) =>
    gone.length > 0 ? [`Already gone: ${inWords(source, gone)}`] : []

  /** Does it with one record after the other. */
  function run(action: RecordAction, records: readonly InboxRecord[], isHeld: boolean) {
    isStopped = false
    set({ problem: undefined })
    return runBatch({
      ...{ source, isHeld, action, records },
      isStopped: () => isStopped,
      onProgress: (progress) => set({ progress }),
      onDone(id, changed) {
        if (changed?.state) shown?.change(id, changed.state)
        if (action.leaves) leave(id)
      },
      onGone: leave,
    })
  }

  /** What follows it must follow without a pause: a record that left must not be drawn as idle. */
  function finish(page: string, problem: BatchProblem | undefined) {
    batches--
    // Between two batches the progress stays, since the focus is restored once there is none.
    const progress = batches > 0 ? $state.get().progress : undefined
    set({ progress, problem: problem && { ...problem, page } })
  }

  /** Takes back what was done with these records, and shows what was shown before it. */
  const undoing =
    (undo: RecordAction, done: readonly InboxRecord[], route: DashboardRoute) => () => {
      set({ outcome: undefined })
      return inQueue(done, async (records) => {
        const { problem } = await run(undo, records, false)
        finish($state.get().page, problem)
        if (!undo.leaves) return
        shown?.reload()
        replaceRoute(route)
      })
    }

  return {
    source,
    $state,
    show(page: ShownPage) {
      shown = page
      if (page.key !== $state.get().page) set({ page: page.key })
    },
    /** Selects or deselects this record; a range covers all up to the one picked last. */
    pick(id: string, isRange: boolean) {
      const range = isRange ? between(shown?.records ?? [], lastPicked, id) : []
      lastPicked = id
      select(picked(selectedIn($state.get()), range.length > 0 ? range : [id], id))
    },
    select,
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
    /** Does it. An open record that is released stays open; of one that leaves, the neighbour opens. */
    act(action: RecordAction, chosen: readonly InboxRecord[]): Promise<void> {
      set({ toDelete: [] })
      const { key: page = '', isHeld = false, records: rows = [], reload } = shown ?? {}
      const at = rows.findIndex(({ id }) => id === chosen[0]?.id)
      firstRow = at
      const neighbour = rows[at + 1] ?? rows[at - 1]
      const route = $route.get()
      return inQueue(chosen, async (records) => {
        const { done, gone, problem } = await run(action, records, isHeld)
        finish(page, problem)
        const undo = done.length > 0 ? action.undo?.() : undefined
        const words = done.length > 0 ? [action.done(inWords(source, done))] : []
        say([...words, ...alreadyGone(gone)], undo && undoing(undo, done, route))
        const left = [...(action.leaves ? done : []), ...gone]
        // The records after an emptied page move up.
        if (left.length > 0 && left.length === rows.length) reload?.()
        const open = $route.get().record
        if (!left.some(({ id }) => id === open)) return
        if (action === release && open) showReleased(open)
        else if (neighbour) switchRecord(neighbour.id)
        else closeRecord()
      })
    },
    /** Drops the rows that the shown view has no place for any more. */
    letGo(belongs: (record: InboxRecord) => boolean) {
      const rows = shown?.records ?? []
      const lost = rows.filter((record) => !belongs(record))
      if (batches > 0 || lost.length === 0) return
      firstRow = rows.findIndex(({ id }) => id === lost[0]?.id)
      for (const { id } of lost) leave(id)
      if (lost.length === rows.length) shown?.reload()
    },
    change: (id: string, state: RecordState) => shown?.change(id, state),
    /** Removes the row of a record that was already gone when it was opened. */
    removeRow: (id: string) => {
      const { records = [] } = shown ?? {}
      const at = records.findIndex((one) => one.id === id)
      const record = records[at]
      if (!record) return
      firstRow = at
      leave(id)
      say(alreadyGone([record]))
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

/** What was done last, for a few seconds. */
export const outcomeIn = ({ outcome }: ListState): Outcome | undefined => outcome

/** A part of the list's state; the component is drawn again only when that part changes. */
export const useList = <T>({ $state }: OpenList, part: (state: ListState) => T): T =>
  useSyncExternalStore(
    (onChange) => $state.listen(onChange),
    () => part($state.get()),
  )

const inWords = ({ form }: RecordSource, [first, ...others]: readonly InboxRecord[]) =>
  first && others.length === 0 ? personName(form, first) : `${others.length + 1} ${form.plural}`
