import type { Submission } from '#forms/submission.ts'

/** A row, and what follows from rows alone: which are held, their counts, their order. */

/** What the studio did with a record. Times are ISO 8601. */
export type State = {
  /** Undefined: held if it has signals. */
  isHeld?: boolean | undefined
  /** When a person last held it. */
  heldAt?: string | undefined
  seenAt?: string | undefined
  answeredAt?: string | undefined
  /** The name of the person; missing after a sign-in with the password. */
  answeredBy?: string | undefined
  /** What a person took back last, and when. They may put it back soon after. */
  takenBack?: TakenBack
  /** What the last release found. Its Undo gives that back, and hides no work done since. */
  atRelease?: AtRelease
  note?: string | undefined
  /** Housekeeping was about to remove a record that seemed never to come. */
  isGivenUp?: boolean | undefined
  /** The mark of a removal: its id. The record counts as removed, and the key `gone/` follows. */
  removal?: string
  /** Counts the changes of the note. */
  version: number
  /** Counts all changes. */
  revision: number
}

/** `by` is the person's id. */
type TakenBack = Pick<State, 'seenAt' | 'answeredAt' | 'answeredBy'> & { at: string; by: string }

type AtRelease = Pick<State, 'isHeld' | 'answeredAt' | 'version'>

/** The etag is empty for an untouched state; a check compares it with the store's. */
export type FoundState = { state: State; etag: string }

/** A record's submission and its state. */
export type Row = FoundState & { id: string; submission: Submission }

export const UNTOUCHED: State = { version: 0, revision: 0 }

export type Counts = { rows: number; unseen: number; unanswered: number }

/** Changed rows by id; null if removed. */
export type Changes = ReadonlyMap<string, Row | null>

/** The studio's decision overrides the signals. */
export const isHeldRow = ({ state, submission }: Row): boolean =>
  state.isHeld ?? submission.signals !== undefined

/** True for a row that is held since before this moment, by its signals or by a person. */
export const isHeldSince = (row: Row, moment: number): boolean =>
  isHeldRow(row) && Date.parse(row.state.heldAt ?? row.submission.createdAt) < moment

/** The reason shown for a record that the studio holds. */
const BY_HAND = 'by hand'

/** The submission as the admin sees it. */
export function shown(row: Row): Submission {
  const { signals = [], ...submission } = row.submission
  if (!isHeldRow(row)) return submission
  return { ...submission, signals: row.state.isHeld ? [...signals, BY_HAND] : signals }
}

export type Done = { isSeen: boolean; isAnswered: boolean }

export const doneWith = ({ state }: Row): Done => ({
  isSeen: Boolean(state.seenAt),
  isAnswered: Boolean(state.answeredAt),
})

/** The newest first. */
export const newestFirst = (a: { id: string }, b: { id: string }) =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0)

export const countsOf = (rows: readonly Pick<Row, 'state'>[]): Counts => ({
  rows: rows.length,
  unseen: rows.filter(({ state }) => !state.seenAt).length,
  unanswered: rows.filter(({ state }) => !state.answeredAt).length,
})

export const splitByHeld = (rows: readonly Row[]) => ({
  shown: rows.filter((row) => !isHeldRow(row)),
  held: rows.filter(isHeldRow),
})

export function applyChanges(rows: readonly Row[], changes: Changes = new Map()): Row[] {
  const all = new Map([...rows.map((row) => [row.id, row] as const), ...changes])
  return [...all.values()].filter((row) => row !== null).sort(newestFirst)
}
