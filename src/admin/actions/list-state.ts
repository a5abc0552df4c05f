import type { InboxRecord, ListPage } from '#api/admin-contract.ts'
import type { DashboardRoute } from '../route/route.ts'
import type { BatchProblem, BatchProgress, Waiting } from './batch.ts'
import type { RecordAction } from './record-action.ts'

type Ids = ReadonlySet<string>
export type Rows = readonly InboxRecord[]

/** The shown page, and the ways to change it. */
export type ShownPage = {
  key: string
  query: { isHeld: boolean }
  records: Rows
  reload: () => void
  /** Undefined until it is read. */
  page: ListPage | undefined
  /** Changes the rows after the server has confirmed it. The total follows their number. */
  edit: (change: (rows: InboxRecord[]) => InboxRecord[]) => void
}

/** What was shown before an action: the page with its rows. */
export type Place = { page: string; rows: Rows; route: DashboardRoute }

export type ListState = {
  /** On the shown page. */
  selection: Ids
  asked?: { action: RecordAction; records: Rows; isHeld: boolean } | undefined
  /** What was pressed and has not begun. */
  waiting: Waiting
  progress?: BatchProgress | undefined
  problem?: Problem | undefined
}

/** What failed on the shown page, and another try; an Undo concerns no record of the page. */
type Problem = BatchProblem & { again: () => unknown; isUndo: boolean }

export const NOTHING_YET: ListState = { selection: new Set(), waiting: new Map() }

/** The action that is being done, or about to be done, with this record. */
export const runningIn = (
  { progress, waiting }: ListState,
  id: string,
): RecordAction | undefined => (progress?.ids.has(id) ? progress.action : waiting.get(id))

/** What could not be done on the shown page, or taken back, or done with the record of this id. */
export const problemIn = ({ problem }: ListState, id?: string): Problem | undefined =>
  !id || problem?.isUndo || problem?.records.some((one) => one.id === id) ? problem : undefined

/**
 * The selection after a press on a row, and on all rows from the one picked last if it is a range:
 * these are selected, or deselected if the pressed one was.
 */
export function picked(
  selected: Ids,
  rows: readonly { id: string }[],
  pressed: string,
  from = pressed,
): readonly string[] {
  const ids = rows.map(({ id }) => id)
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(pressed)].sort((a, b) => a - b)
  const these = first < 0 ? [pressed] : ids.slice(first, last + 1)
  return selected.has(pressed)
    ? [...selected].filter((one) => !these.includes(one))
    : [...selected, ...these]
}

/** The rows with those that came `back`, where they were among the rows `before`. */
export function putBack(rows: Rows, before: Rows, back: Rows): InboxRecord[] {
  const others = rows.filter(({ id }) => !before.some((one) => one.id === id))
  const old = before.flatMap((one) => {
    const here = rows.find(({ id }) => id === one.id)
    // A new row: a look may have found that the old one had left.
    return here ?? (back.some(({ id }) => id === one.id) ? { ...one } : [])
  })
  return [...old, ...others]
}
