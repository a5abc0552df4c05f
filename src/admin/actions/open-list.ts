import { atom } from 'nanostores'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { listName, lookAtCounts, type RecordSource } from '../api/lists.ts'
import * as navigation from '../route/navigation.ts'
import { $outcome, $unseen, sayDone, sayTakenBack } from '../parts/Notice.tsx'
import type { WantedRow } from '../parts/use-keys.ts'
import { $route, addressOf, replaceRoute } from '../route/route.ts'
import { $noteDrafts, dropDraft, type NoteDrafts } from '../session/kept.ts'
import { noteFailure } from '../session/under-way.ts'
import { type BatchProblem, newQueue, runBatch } from './batch.ts'
import {
  type ListState,
  NOTHING_YET,
  picked,
  type Place,
  problemIn,
  putBack,
  type Rows,
  runningIn,
  type ShownPage,
} from './list-state.ts'
import { hasUnsavedNote, type RecordAction, release, takesNotes } from './record-action.ts'
import { already, backTo, inWords, say, sayUnseen } from './say.ts'

/** Also the Undo of a hold: the record is in its list again, with what was typed. */
const isRelease = ({ as }: RecordAction) => as === release.as

/** What is selected, asked and done in one open list; each part of the list reads what it needs. */
function openList(source: RecordSource) {
  const { form } = source
  const $state = atom<ListState>(NOTHING_YET)
  const set = (part: Partial<ListState>) => $state.set({ ...$state.get(), ...part })
  let shown: ShownPage | undefined
  /** The key of the page that was shown last. */
  let pageKey = ''
  /** A range begins here. */
  let lastPicked = ''
  /** The row that gets the focus next: of the first record that was acted on. */
  let wanted: WantedRow | undefined
  const queue = newQueue((waiting) => set({ waiting }))
  let stopping = new AbortController()

  const select = (ids: readonly string[]) => set({ selection: new Set(ids) })

  /** Takes a row off the page, and out of the selection. */
  function leave(id: string) {
    shown?.edit((rows) => rows.filter((one) => one.id !== id))
    select([...$state.get().selection].filter((one) => one !== id))
  }

  const change = (id: string, state: RecordState) =>
    shown?.edit((rows) => rows.map((one) => (one.id === id ? { ...one, state } : one)))

  function drop(isLost: (record: InboxRecord) => boolean): Rows {
    const rows = shown?.records ?? []
    // A note that is not saved can still be copied: its row leads there.
    const lost = rows.filter((one) => isLost(one) && !hasUnsavedNote(one))
    if (lost[0]) wanted = { at: rows.indexOf(lost[0]) }
    for (const { id } of lost) leave(id)
    return lost
  }

  /** After a failure, the next poll reads the counts. */
  const countAgain = () => void lookAtCounts(source).catch(() => undefined)

  /** Says in one line what failed: it is shown everywhere, and the banner only here. */
  function leaveProblem() {
    const { problem } = $state.get()
    if (!problem) return
    set({ problem: undefined })
    sayUnseen(form, problem, problem.again)
  }

  /** The banner is not shown above this record, or beside this page. */
  function openOther(id?: string) {
    if (!problemIn($state.get(), id)) leaveProblem()
  }

  /** Does something with records; their rows change meanwhile. */
  function run(action: RecordAction, records: Rows, isHeld: boolean) {
    stopping = new AbortController()
    const isTried = (id: string) => records.some((one) => one.id === id)
    $unseen.set($unseen.get().filter(({ ids }) => !ids.some(isTried)))
    // What failed with others is still to be said.
    if ($state.get().problem?.records.every(({ id }) => !isTried(id))) leaveProblem()
    set({ problem: undefined })
    return runBatch(source, action, records, isHeld, {
      signal: stopping.signal,
      onProgress: (progress) => set({ progress }),
      onChange: change,
      // A note that is not saved keeps the row of its record, unless that is only released.
      onLeave: (id) => (!isRelease(action) && hasUnsavedNote({ id })) || leave(id),
    })
  }

  /**
   * What follows it must follow without a pause: a record that left must not be drawn as idle. An Undo
   * concerns no `page`.
   */
  function finish(problem: BatchProblem | undefined, again: () => unknown, page?: string) {
    const isUndo = page === undefined
    // Between two batches the progress stays, since the focus is restored once there is none.
    const progress = queue.isLong() ? $state.get().progress : undefined
    // A page that is not shown has no banner, and a second failure joins the first one's line.
    const isHere = shown && (isUndo || page === shown.key)
    const isJoined = !isHere || ($unseen.get().length > 0 && problem?.failure.cause !== 'session')
    set({ progress, problem: problem && !isJoined ? { ...problem, again, isUndo } : undefined })
    // The user may be at another record by now.
    openOther($route.get().record)
    if (problem) noteFailure()
    if (problem && problem.failure.cause !== 'other') backTo(problem)
    if (problem && isJoined) sayUnseen(form, problem, again)
    countAgain()
  }

  /** Takes back what was done with these records, and shows what was shown before it. */
  const undoing = (undo: RecordAction, done: Rows, place: Place) => (): Promise<void> => {
    // Something else is being done with them: that is taken back first.
    if (done.some(({ id }) => runningIn($state.get(), id))) return Promise.resolve()
    const [said, pressedAt] = [$outcome.get(), $route.get()]
    $outcome.set(undefined)
    return queue.add(undo, done, async (records) => {
      const { done: back, same, gone, problem } = await run(undo, records, false)
      back.push(...same)
      const left = records.filter((one) => !back.includes(one) && !gone.includes(one))
      const again = undoing(undo, left, place)
      const isFirst = ({ id }: InboxRecord) => id === done[0]?.id
      const at = shown?.records.findIndex(isFirst) ?? -1
      const isInPlace = at >= 0 && !undo.leaves
      // A row that stayed keeps the focus that another one has by now.
      wanted = isInPlace ? { at } : { id: back[0]?.id, at: place.rows.findIndex(isFirst) }
      finish(problem, again)
      const part = back.length > 0 ? [`Taken back: ${inWords(form, back)}`] : []
      const words = [...part, ...already(form, 'gone', gone)].join('. ')
      if (left.length === 0) sayTakenBack(said?.before, words)
      else if (back.length === 0) $outcome.set(said)
      // It was stopped, or failed with some.
      else sayDone(words, again)
      if (isInPlace || back.length === 0) return
      // Rows that come back are selected as they were.
      if (done.length > 1) select(done.map(({ id }) => id))
      if (shown?.key === place.page) shown.edit((rows) => putBack(rows, place.rows, back))
      // A record that was closed since stays closed, and what was opened since stays open.
      const isClosed = place.route.record && !pressedAt.record
      const isThere = addressOf(pressedAt) === addressOf($route.get())
      if (!isClosed && isThere && pressedAt.search === $route.get().search)
        replaceRoute(place.route)
    })
  }

  /**
   * Does it. An open record that is released stays open; of one that leaves, the next one opens. The
   * `agreed` notes go with their records.
   */
  function start(
    action: RecordAction,
    chosen: Rows,
    isHeld = shown?.query.isHeld ?? false,
    agreed: NoteDrafts = {},
  ): Promise<void> {
    set({ asked: undefined })
    const { key = '', records: rows = [], page, reload } = shown ?? {}
    const at = rows.findIndex(({ id }) => id === chosen[0]?.id)
    const place = { page: key, rows, route: $route.get() }
    const changed = chosen.filter((record) => !action.isDone?.(record))
    if (changed.length === 0) say(already(form, action.as, chosen))
    return queue.add(action, changed, async (records) => {
      const { done, same, gone, problem } = await run(action, records, isHeld)
      // Not earlier: a row that changes meanwhile would take it.
      wanted = { at }
      finish(problem, () => start(action, problem?.records ?? [], isHeld, agreed), key)
      const undo = done.length > 0 ? action.undo?.() : undefined
      const words = done.length > 0 ? [action.done(inWords(form, done))] : []
      say(
        [...words, ...already(form, action.as, same), ...already(form, 'gone', gone)],
        undo && undoing(undo, done, place),
      )
      const left = [...(action.leaves ? [...done, ...same] : []), ...gone]
      for (const { id } of left)
        if (id in agreed && agreed[id] === $noteDrafts.get()[id]) {
          dropDraft(id)
          leave(id)
        }
      // What was typed about a record that has left can only be copied: it stays open, or is opened.
      const noted = (isRelease(action) ? gone : left).filter(hasUnsavedNote)
      // The records after an emptied page move up.
      if (left.length > 0 && noted.length === 0 && left.length === rows.length) reload?.()
      const { record: open, person } = $route.get()
      // All records of a person are shown, and may be being erased.
      if (person) return
      if (noted.some(({ id }) => id === open)) return void lookAtCounts().catch(() => undefined)
      const unseen = gone.find(hasUnsavedNote)
      if (unseen && shown && !open) navigation.openRecord(unseen.id)
      if (!left.some(({ id }) => id === open)) return
      if (action === release && open) navigation.showReleased(open, rows, left)
      else if (navigation.leaveWalk()) return
      else navigation.openBeside(rows, left, page?.next)
    })
  }

  return {
    source,
    $state,
    /** Undefined once the list has left; what runs goes on. */
    show(page: ShownPage | undefined) {
      shown = page
      if (page?.key === pageKey) return
      pageKey = page?.key ?? ''
      leaveProblem()
      if (!page) wanted = undefined
      // A question about another view is not answered here.
      set({ selection: NOTHING_YET.selection, asked: undefined })
    },
    openOther,
    /** Selects or deselects this record; a range covers all up to the one picked last. */
    pick(id: string, isRange: boolean) {
      const from = isRange ? lastPicked : id
      select(picked($state.get().selection, shown?.records ?? [], id, from))
      lastPicked = id
    },
    select,
    cancel: () => set({ asked: undefined }),
    /** Finishes the current record and skips the rest. */
    stop: () => stopping.abort(),
    /** What failed, or what failed with this record alone, is said no more. */
    dismiss(id?: string) {
      const { problem } = $state.get()
      if (!id || problem?.records.every((one) => one.id === id)) set({ problem: undefined })
    },
    /** Offers it again once it may succeed; the user may have changed their mind. */
    offerAgain: () => {
      const { problem } = $state.get()
      if (!problem) return
      const { failure, action } = problem
      const words = action.failed(form.noun)
      set({ problem: { ...problem, failure: { ...failure, words, cause: 'other' } } })
    },
    /** Acts, or asks first: `ConfirmAction` shows the question, and a yes calls `start`. */
    act(action: RecordAction, records: Rows): Promise<void> | undefined {
      const isAsked = records.length >= (action.asks?.from ?? Infinity)
      if (!isAsked && !takesNotes(action, records)) return start(action, records)
      set({ asked: { action, records, isHeld: shown?.query.isHeld ?? false } })
      return undefined
    },
    start,
    /** Drops the rows that the shown view has no place for any more. */
    letGo(belongs: (record: InboxRecord) => boolean) {
      const rows = shown?.records ?? []
      const lost = drop((record) => !belongs(record))
      if (lost.length > 0 && lost.length === rows.length) shown?.reload()
    },
    change,
    /** Removes the row of a record that was already gone when it was opened. */
    removeRow(id: string) {
      const gone = drop((one) => one.id === id)
      say(already(form, 'gone', gone))
      countAgain()
    },
    reload: () => shown?.reload(),
    /** The row that gets the focus with the next rows. */
    want(row: WantedRow) {
      // What Undo brings back comes first.
      if (!wanted?.id) wanted = row
    },
    /** Kept until its row is shown. Where no page of this list is shown, the overview takes it. */
    takeWanted() {
      const row = wanted
      if (row?.id && shown?.records.every(({ id }) => id !== row.id)) return undefined
      wanted = undefined
      return row
    },
  }
}

export type OpenList = ReturnType<typeof openList>

const lists = new Map<string, OpenList>()

/** The store of this list: the same one whenever it is opened, since an action may outlast its stay. */
export function openListOf(source: RecordSource): OpenList {
  const name = listName(source)
  const list = lists.get(name) ?? openList(source)
  lists.set(name, list)
  return list
}

/** The open list, and the rows of its shown page. */
export type ListParts = { list: OpenList; isHeld: boolean; records: Rows; selected: Rows }
