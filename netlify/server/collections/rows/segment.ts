import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { isWithin, type Span } from '../spans.ts'
import { Lines } from './lines.ts'
import { isHidden, type Row } from './row.ts'

/**
 * A part of a view: all rows of a span of ids, the newest first, shown and held ones apart. It comes
 * from a tile or from keys; whoever reads it can't tell.
 */
export type Segment<F extends Form = Form> = {
  span: Span
  counts: (isHeld: boolean) => Counts
  /** What reading its rows costs, as far as that is known. */
  requests: (isHeld: boolean) => number
  /** Its rows; of records that must be read one by one only the first ones, if a page is asked for. */
  lines: (isHeld: boolean, page?: Page) => Promise<Lines<F>>
  /** The ids of its rows, in order; no record is read for them. */
  ids: (isHeld: boolean) => Promise<readonly string[]>
  /** How many of its shown rows behind an id nobody has answered. */
  unansweredBehind: (id: string) => Promise<number>
}

/** So many rows behind an id. */
export type Page = { behind: string; most: number }

/** How many rows there are, how many of them nobody has opened, and how many nobody has answered. */
export type Counts = { rows: number; unseen: number; unanswered: number }

/** What hinted records are by now; null where they are gone. */
export type Changes<F extends Form = Form> = ReadonlyMap<string, Row<F> | null>

/** The changes of the span's ids. */
export const changesIn = <F extends Form>(span: Span, changes: Changes<F>): Changes<F> =>
  new Map([...changes].filter(([id]) => isWithin(span, id)))

/** The rows as they are after these changes, in order. */
export function changed<F extends Form>(rows: readonly Row<F>[], changes: Changes<F>): Row<F>[] {
  const all = new Map([...rows.map((row) => [row.id, row] as const), ...changes])
  return [...all.values()].filter((row) => row !== null).sort(byId)
}

/** The newest first. */
export const byId = (a: { id: string }, b: { id: string }) =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/** How these rows count. */
export const countsOf = (rows: readonly Pick<Row, 'state'>[]): Counts => ({
  rows: rows.length,
  unseen: rows.filter(({ state }) => !state.seenAt).length,
  unanswered: rows.filter(({ state }) => !state.answeredAt).length,
})

/** Shown rows and held ones, each in order. */
export const parted = <F extends Form>(rows: readonly Row<F>[]) => ({
  shown: rows.filter((row) => !isHidden(row)),
  hidden: rows.filter(isHidden),
})

/** A segment of rows that are at hand. */
export function rowSegment<F extends Form>(
  { form }: Collection<F>,
  span: Span,
  rows: readonly Row<F>[],
): Segment<F> {
  const parts = parted(rows)
  const part = (isHeld: boolean) => (isHeld ? parts.hidden : parts.shown)
  return {
    span,
    counts: (isHeld) => countsOf(part(isHeld)),
    requests: () => 0,
    lines: (isHeld) => Promise.resolve(Lines.of(form, part(isHeld))),
    ids: (isHeld) => Promise.resolve(part(isHeld).map(({ id }) => id)),
    unansweredBehind: (id) => Promise.resolve(Lines.of(form, parts.shown).unansweredBehind(id)),
  }
}
