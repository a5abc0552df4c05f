import type { Form } from '#forms/form.ts'
import { storedKeys, type Submission } from '#forms/submission.ts'
import { referenceOf } from '#server/storage/record-id.ts'
import { plainText } from '#forms/in-words.ts'
import type { State } from './state.ts'

/** A record: the submission and its state. */
export type Row = {
  id: string
  /** The state's etag; a check compares it with the store's. */
  etag: string
  state: State
  submission: Submission
}

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

export const searchedTexts = (form: Form, { id, state, submission }: Row): string[] => [
  ...storedKeys(form).map((key) => plainText(submission[key])),
  state.note ?? '',
  referenceOf(id),
]

/** The newest first. */
export const newestFirst = (a: { id: string }, b: { id: string }) =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

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
