import type { InboxRecord } from '#api/admin-contract.ts'
import type { BatchProblem, BatchProgress } from './batch.ts'
import type { RecordAction } from './record-action.ts'

type Ids = ReadonlySet<string>
/** What was done, and how to take it back; with neither, only screen readers hear it. */
type Outcome = { words: string; undo?: () => Promise<void> }

/** What belongs to one page of the list. */
type OfPage<T> = T & { page: string }

/** What is selected, asked and done in one open list. */
export type ListState = {
  /** The key of the shown page. */
  page: string
  selection: OfPage<{ ids: Ids }>
  /** The records that the question before a delete is about. */
  toDelete: readonly InboxRecord[]
  progress: BatchProgress | undefined
  problem: OfPage<BatchProblem> | undefined
  /** What was done last, for a few seconds. */
  outcome: Outcome | undefined
}

export const NOTHING_YET: ListState = {
  page: '',
  selection: { page: '', ids: new Set() },
  toDelete: [],
  progress: undefined,
  problem: undefined,
  outcome: undefined,
}

export const selectedIn = ({ selection, page }: ListState): Ids =>
  selection.page === page ? selection.ids : NOTHING_YET.selection.ids

/** The action that is being done, or about to be done, with this record. */
export const runningIn = ({ progress }: ListState, id: string): RecordAction | undefined =>
  progress?.ids.has(id) ? progress.action : undefined

export const problemIn = ({ problem, page }: ListState): BatchProblem | undefined =>
  problem?.page === page ? problem : undefined

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
