import { atom } from 'nanostores'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { personName } from '../api/inbox-record.ts'
import { lookAtCounts, type RecordSource } from '../api/lists.ts'
import { closeRecord, showReleased, switchRecord } from '../route/navigation.ts'
import { SAID_FOR_MS } from '../parts/Notice.tsx'
import { $route, type DashboardRoute, replaceRoute } from '../route/route.ts'
import { type BatchProblem, newQueue, runBatch } from './batch.ts'
import { type ListState, NOTHING_YET, picked, selectedIn } from './list-state.ts'
import { type RecordAction, release } from './record-action.ts'

/** The shown page, and the ways to change it. */
type ShownPage = {
  key: string
  isHeld: boolean
  records: readonly InboxRecord[]
  reload: () => void
  drop: (id: string) => void
  change: (id: string, state: RecordState) => void
}

/** What is selected, asked and done in one open list; each part of the list reads what it needs. */
export function openList(source: RecordSource) {
  const $state = atom<ListState>(NOTHING_YET)
  const set = (part: Partial<ListState>) => $state.set({ ...$state.get(), ...part })
  let shown: ShownPage | undefined
  /** A range begins here. */
  let lastPicked = ''
  /** The index of the first row that was acted on, until the focus is restored. */
  let firstRow: number | undefined
  const queue = newQueue()
  let isStopped = false

  const select = (ids: readonly string[]) =>
    set({ selection: { page: $state.get().page, ids: new Set(ids) } })

  /** Removes a row after the server has confirmed it. */
  function leave(id: string) {
    shown?.drop(id)
    select([...selectedIn($state.get())].filter((one) => one !== id))
  }

  function drop(isLost: (record: InboxRecord) => boolean): readonly InboxRecord[] {
    const rows = shown?.records ?? []
    const lost = rows.filter(isLost)
    if (lost[0]) firstRow = rows.indexOf(lost[0])
    for (const { id } of lost) leave(id)
    return lost
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
    // Between two batches the progress stays, since the focus is restored once there is none.
    const progress = queue.isLong() ? $state.get().progress : undefined
    set({ progress, problem: problem && { ...problem, page } })
  }

  /** Takes back what was done with these records, and shows what was shown before it. */
  const undoing =
    (undo: RecordAction, done: readonly InboxRecord[], route: DashboardRoute) => () => {
      set({ outcome: undefined })
      return queue.add(done, async (records) => {
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
      const from = isRange ? lastPicked : id
      select(picked(selectedIn($state.get()), shown?.records ?? [], id, from))
      lastPicked = id
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
      return queue.add(chosen, async (records) => {
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
      const lost = drop((record) => !belongs(record))
      if (lost.length > 0 && lost.length === rows.length) shown?.reload()
    },
    change: (id: string, state: RecordState) => shown?.change(id, state),
    /** Removes the row of a record that was already gone when it was opened. */
    removeRow: (id: string) => say(alreadyGone(drop((one) => one.id === id))),
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

/** The open list, and the rows of its shown page. */
export type ListParts = {
  list: OpenList
  isHeld: boolean
  records: readonly InboxRecord[]
  selected: readonly InboxRecord[]
}

const inWords = ({ form }: RecordSource, [first, ...others]: readonly InboxRecord[]) =>
  first && others.length === 0 ? personName(form, first) : `${others.length + 1} ${form.plural}`
